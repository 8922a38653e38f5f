package io.backoff.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The store of the application, as methods use it.
 *
 * @param gates {@code null} when there is no store
 */
record OpenedStore(@Nullable Gates gates) {}
