/** Spring's transactions: calls that are part of one make one attempt. */
@NullMarked
package io.backoff.transaction;

import org.jspecify.annotations.NullMarked;
