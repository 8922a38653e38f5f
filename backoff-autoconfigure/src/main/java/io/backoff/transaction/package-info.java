/** Support for Spring's transactions: by default, a call in a transaction of its caller makes only one attempt. */
@Internal
@NullMarked
package io.backoff.transaction;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
