/** Waits for the transaction around an operation, with Spring's transactions. */
@NullMarked
package io.backoff.idempotency.tx;

import org.jspecify.annotations.NullMarked;
