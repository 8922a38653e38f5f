package io.backoff.idempotency.key;

import org.jspecify.annotations.Nullable;

/** Provides the principal of the current thread. */
@FunctionalInterface
public interface CurrentPrincipal {

    /** Knows no principal: always returns {@code null}. */
    CurrentPrincipal NONE = () -> null;

    /** Returns the name of the principal; {@code null} if unknown. */
    @Nullable
    String name();
}
