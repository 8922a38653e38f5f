package io.backoff.idempotency.claim;

import org.jspecify.annotations.Nullable;

/**
 * The opened store of the application, as methods use it.
 *
 * @param services the services of the store; {@code null} if there is no store
 */
public record OpenedStore(@Nullable IdempotencyServices services) {}
