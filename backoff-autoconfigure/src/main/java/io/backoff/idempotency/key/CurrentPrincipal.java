package io.backoff.idempotency.key;

import org.jspecify.annotations.Nullable;

/** Knows on whose behalf the current thread works. */
@FunctionalInterface
public interface CurrentPrincipal {

    /** Nobody knows. */
    CurrentPrincipal NONE = () -> null;

    /** The name; {@code null} when nobody is known. */
    @Nullable
    String name();

    /** The context of a call on the current thread. */
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
