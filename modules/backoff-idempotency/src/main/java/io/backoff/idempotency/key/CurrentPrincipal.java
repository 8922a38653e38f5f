package io.backoff.idempotency.key;

import org.jspecify.annotations.Nullable;

/** Knows the principal on whose behalf the current thread works. */
@FunctionalInterface
public interface CurrentPrincipal {

    /** Knows no principal. */
    CurrentPrincipal NONE = () -> null;

    /** Returns the name of the principal; {@code null} if unknown. */
    @Nullable
    String name();
}
