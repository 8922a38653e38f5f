package io.backoff.engine.execution;

import io.backoff.engine.TimeSource;
import io.backoff.engine.time.SystemTimeSource;
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
     * Whether the result requests a retry.
     *
     * @param result the result of the attempt; if the attempt returned a future or publisher, the value of that object
     * @param policy the policy of the call; a disabled policy accepts every result
     */
    default boolean rejects(@Nullable Object result, BackoffPolicy policy) {
        return policy.enabled() && policy.results().rejects(result);
    }

    /** Returns what the caller gets if the last result was rejected and there is no fallback. */
    default T rejected(T result) throws Throwable {
        return result;
    }

    /** Where the call takes place, for the log: for example, the queue of a message; {@code null} if unknown. */
    default @Nullable String place() {
        return null;
    }

    /** Waits before an attempt, until the delay has passed or the operation is no longer needed. */
    default void pause(TimeSource time, Duration delay) throws InterruptedException {
        time.sleep(delay);
    }

    /**
     * Waits for the turn of an attempt, until the delay has passed, the thread is unparked or the operation is no longer
     * needed. May return early for no reason.
     */
    default void park(TimeSource time, Duration delay) throws InterruptedException {
        SystemTimeSource.park(time, delay);
    }

    /** Whether another attempt would be useless, although the policy may permit it. */
    default boolean isAbandoned() {
        return false;
    }

    /** The fallback of a call that gives up; {@code null} to pass the failure or the last result to the caller. */
    default @Nullable Fallback<T> fallback() {
        return null;
    }

    /**
     * The fallback of a call that gives up for this reason; {@code null} after an abort.
     *
     * @param policy the policy under which the call ran, even if the configuration has changed since
     */
    default @Nullable Fallback<T> fallbackAfter(StopReason stop, BackoffPolicy policy) {
        return stop == StopReason.ABORTED ? null : fallback();
    }

    /**
     * Computes the result of a call that gave up.
     *
     * @param <T> the type of the result
     */
    @FunctionalInterface
    interface Fallback<T extends @Nullable Object> {

        /**
         * Computes the result.
         *
         * @param failure the failure of the last attempt; {@code null} if that attempt returned a result
         */
        T apply(@Nullable Throwable failure) throws Throwable;
    }
}
