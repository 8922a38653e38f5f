package io.backoff.idempotency.claim;

import org.jspecify.annotations.Nullable;

/**
 * The store of the application, as methods use it.
 *
 * @param services {@code null} when there is no store
 */
public record OpenedStore(@Nullable IdempotencyServices services) {}
