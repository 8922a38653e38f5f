package io.backoff.engine.execution;

import io.backoff.policy.BackoffPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What a call does, once per attempt.
 *
 * @param <T> what it returns
 */
@FunctionalInterface
public interface Operation<T extends @Nullable Object> {

    /** Makes one attempt. */
    T invoke() throws Throwable;

    /**
     * Whether the result calls for a retry.
     *
     * @param result what the attempt came to: not the future or publisher, but what that yields
     * @param policy the policy in force; when it is disabled, there is no retry to call for
     */
    default boolean rejects(@Nullable Object result, BackoffPolicy policy) {
        return policy.enabled() && policy.results().rejects(result);
    }

    /** What the caller gets for a rejected result that was the last, unless there is a fallback. */
    default T rejected(T result) throws Throwable {
        return result;
    }

    /** What to do when the call gives up; {@code null} to pass the failure, or the last result, to the caller. */
    default @Nullable Fallback<T> fallback() {
        return null;
    }

    /**
     * Replaces the result of a call that gave up.
     *
     * @param <T> what it returns
     */
    @FunctionalInterface
    interface Fallback<T extends @Nullable Object> {

        /**
         * Computes the replacement.
         *
         * @param failure what the last attempt failed with; {@code null} when it returned something
         */
        T apply(@Nullable Throwable failure) throws Throwable;
    }
}
