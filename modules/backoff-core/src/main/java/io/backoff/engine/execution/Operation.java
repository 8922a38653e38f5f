package io.backoff.engine.execution;

import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The operation of a call, invoked once per attempt.
 *
 * @param <T> the type of the result
 */
@FunctionalInterface
public interface Operation<T extends @Nullable Object> {

    /** Makes one attempt. */
    T invoke() throws Throwable;

    /**
     * Whether the result calls for a retry.
     *
     * @param result the result of the attempt: not the future or publisher, but the value that it yields
     * @param policy the policy in force; when it is disabled, there is no retry to call for
     */
    default boolean rejects(@Nullable Object result, BackoffPolicy policy) {
        return policy.enabled() && policy.results().rejects(result);
    }

    /** Returns what the caller gets if the last result was rejected and there is no fallback. */
    default T rejected(T result) throws Throwable {
        return result;
    }

    /** What the call shares with others of the policy, by its text; {@code null} for nothing. Asked once per call. */
    default @Nullable Object key() {
        return null;
    }

    /** What the log names as the place of the call, such as the queue of a message; {@code null} if it has none. */
    default @Nullable String place() {
        return null;
    }

    /** Waits before an attempt, and no longer than the operation is of use. */
    default void pause(TimeSource time, Duration delay) throws InterruptedException {
        time.sleep(delay);
    }

    /** Whether an attempt would be of no use any more, although the policy may allow it. */
    default boolean isAbandoned() {
        return false;
    }

    /** The fallback for a call that gives up; {@code null} to pass the failure, or the last result, to the caller. */
    default @Nullable Fallback<T> fallback() {
        return null;
    }

    /**
     * The fallback for a call that gives up for this reason: an aborted call has none.
     *
     * @param policy the policy of the call, which may have changed since
     */
    default @Nullable Fallback<T> fallbackAfter(StopReason stop, BackoffPolicy policy) {
        return stop == StopReason.ABORTED ? null : fallback();
    }

    /**
     * Replaces the result of a call that gave up.
     *
     * @param <T> the type of the result
     */
    @FunctionalInterface
    interface Fallback<T extends @Nullable Object> {

        /**
         * Computes the replacement.
         *
         * @param failure the failure of the last attempt; {@code null} if it returned a result
         */
        T apply(@Nullable Throwable failure) throws Throwable;
    }
}
