package io.backoff.classify;

import org.jspecify.annotations.Nullable;

/**
 * Decides whether an attempt is retried because of its result.
 *
 * <pre>{@code
 * ResultRule pending = result -> result instanceof Status status && !status.isFinal();
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ResultRule {

    /** Accepts every result. */
    ResultRule ACCEPT_ALL = result -> false;

    /**
     * {@return whether the result requests a retry}
     *
     * @param result what the attempt returned; {@code null} also for {@code void}
     */
    boolean rejects(@Nullable Object result);
}
