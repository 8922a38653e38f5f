package io.backoff.classify;

import org.jspecify.annotations.Nullable;

/** Decides whether an attempt is retried because of its result. */
@FunctionalInterface
public interface ResultRule {

    /** Accepts every result. */
    ResultRule ACCEPT_ALL = result -> false;

    /**
     * {@return whether the result requests a retry}
     *
     * @param result the result
     */
    boolean rejects(@Nullable Object result);
}
