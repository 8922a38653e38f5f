/** Support for Spring's transactions: recognizes calls in a transaction of their caller, which make one attempt. */
@Internal
@NullMarked
package io.backoff.transaction;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
