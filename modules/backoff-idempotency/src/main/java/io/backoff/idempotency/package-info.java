/**
 * The types for application code: the exceptions that duplicate calls get, and {@link
 * io.backoff.idempotency.IdempotencyStore the contract of a store}.
 */
@NullMarked
package io.backoff.idempotency;

import org.jspecify.annotations.NullMarked;
