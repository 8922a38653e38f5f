/** Spring's transactions: calls that are part of one make one attempt. */
@Internal
@NullMarked
package io.backoff.transaction;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
