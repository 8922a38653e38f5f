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

    /** Creates the context of a call on the current thread. */
    default CallContext context() {
        String principal = name();
        return new CallContext() {
            @Override
            public @Nullable String principal() {
                return principal;
            }

            @Override
            public <T> @Nullable T find(Class<T> type) {
                return null;
            }
        };
    }
}
