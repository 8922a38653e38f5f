/** Recognizes, with Spring's transactions, calls that join a transaction of their caller: they make one attempt. */
@Internal
@NullMarked
package io.backoff.transaction;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
