package io.backoff.idempotency.claim;

import org.jspecify.annotations.Nullable;

/**
 * The services of the opened store, as used by idempotent methods.
 *
 * @param services the services of the store; {@code null} if there is no store
 */
public record OpenedStore(@Nullable IdempotencyServices services) {}
