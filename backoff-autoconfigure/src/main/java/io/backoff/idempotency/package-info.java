/**
 * Doing it once: finds {@link io.backoff.Idempotent}, keeps the keys of operations in a store, and answers duplicates.
 *
 * <p>{@link io.backoff.idempotency.IdempotencyStore} is the contract of the stores; the one in memory is here.
 */
@NullMarked
package io.backoff.idempotency;

import org.jspecify.annotations.NullMarked;
