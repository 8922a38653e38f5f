package io.backoff.engine.execution;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.execution.Operation.Fallback;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Runs calls on the caller's thread. */
public final class BlockingRunner {

    private BlockingRunner() {}

    /**
     * Runs the operation until an attempt is accepted or the policy ends the call.
     *
     * @return the accepted result, the result of the fallback, or the last result if that was rejected
     * @throws Throwable the failure of the last attempt, earlier ones suppressed, or what the fallback threw
     */
    public static <T extends @Nullable Object> T run(Guard guard, Operation<T> operation) throws Throwable {
        @Nullable Object[] scope = RetryScopeHolder.slot();
        RetryScope outer = (RetryScope) scope[0];
        Call call = guard.begin(outer);
        scope[0] = call;
        try {
            return isAwaited(call, operation) ? attempts(call, operation) : unawaited(call, operation);
        } finally {
            // Without a method call, which might need more stack than is left.
            scope[0] = outer;
            // Does nothing if the call is already counted: this is for failures that nothing else handles.
            call.count(Outcome.NOT_RETRYABLE);
        }
    }

    private static <T extends @Nullable Object> T attempts(Call call, Operation<T> operation) throws Throwable {
        while (true) {
            T result;
            try {
                result = operation.invoke();
            } catch (Throwable failure) {
                call.at(operation.place());
                StopReason stop =
                        operation.isAbandoned() ? call.abandoned(failure) : next(call, operation, call.failed(failure));
                if (stop != null) {
                    return giveUp(call, operation, call.failure(failure), stop);
                }
                continue;
            }
            if (accepts(call, operation, result)) {
                call.succeeded(result);
                return result;
            }
            StopReason stop = next(call, operation, call.rejected(result));
            if (stop != null) {
                return giveUpOnResult(call, operation, result, stop);
            }
        }
    }

    private static <T extends @Nullable Object> boolean accepts(Call call, Operation<T> operation, T result)
            throws Throwable {
        try {
            return !operation.rejects(result, call.policyInForce());
        } catch (Throwable broken) {
            throw call.broke(broken);
        }
    }

    private static <T extends @Nullable Object> T giveUp(
            Call call, Operation<T> operation, Throwable failure, StopReason stop) throws Throwable {
        Fallback<T> fallback = operation.fallbackAfter(stop, call.policyInForce());
        if (fallback == null) {
            throw failure;
        }
        return replace(call, fallback, failure);
    }

    private static <T extends @Nullable Object> T replace(Call call, Fallback<T> fallback, Throwable failure)
            throws Throwable {
        try {
            return apply(call, fallback, failure);
        } catch (Throwable broken) {
            FailureHistory.attach(failure, broken);
            throw broken;
        }
    }

    private static <T extends @Nullable Object> T apply(Call call, Fallback<T> fallback, @Nullable Throwable failure)
            throws Throwable {
        RetryScopeHolder.set(call.forFallback());
        return fallback.apply(failure);
    }

    private static <T extends @Nullable Object> T giveUpOnResult(
            Call call, Operation<T> operation, T result, StopReason stop) throws Throwable {
        Fallback<T> fallback = operation.fallbackAfter(stop, call.policyInForce());
        try {
            return fallback == null ? operation.rejected(result) : apply(call, fallback, null);
        } catch (Throwable instead) {
            throw call.failure(instead);
        }
    }

    /** Waits as decided. Returns {@code null} if the next attempt may start, else why there is none. */
    private static @Nullable StopReason next(Call call, Operation<?> operation, NextStep decision) {
        return decision.stop() != null ? decision.stop() : resumeAfter(call, operation, decision.delay());
    }

    private static @Nullable StopReason resumeAfter(Call call, Operation<?> operation, Duration delay) {
        try {
            pause(call, operation, delay);
        } catch (InterruptedException interruption) {
            return interrupted(call, interruption);
        }
        return operation.isAbandoned() ? call.stop(StopReason.ABORTED) : call.resume();
    }

    private static StopReason interrupted(Call call, InterruptedException interruption) {
        Thread.currentThread().interrupt();
        return call.interrupted(interruption);
    }

    private static void pause(Call call, Operation<?> operation, Duration delay) throws InterruptedException {
        if (delay.isZero()) {
            throwIfInterrupted();
        } else {
            sleep(call, operation, delay);
        }
    }

    // Without a delay too, an interrupted thread must not turn into a flood of retries.
    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static void sleep(Call call, Operation<?> operation, Duration delay) throws InterruptedException {
        TimeSource time = call.time();
        long start = time.nanoTime();
        try {
            operation.pause(time, delay);
        } finally {
            call.waitedSince(start);
        }
    }

    /** Waits first if the policy says so. Returns whether somebody still waits for the first attempt. */
    private static boolean isAwaited(Call call, Operation<?> operation) {
        Duration delay = call.initialDelay();
        if (delay.isZero() || !call.isAwaited(delay)) {
            return call.isAwaited(delay);
        }
        sleepFirst(call, operation, delay);
        return call.isAwaited(Duration.ZERO);
    }

    private static <T extends @Nullable Object> T unawaited(Call call, Operation<T> operation) throws Throwable {
        return giveUp(call, operation, call.unawaited(), StopReason.ELAPSED);
    }

    private static void sleepFirst(Call call, Operation<?> operation, Duration delay) {
        try {
            sleep(call, operation, delay);
        } catch (InterruptedException interruption) {
            interrupted(call, interruption);
            throw cancelled(interruption);
        }
        if (operation.isAbandoned()) {
            call.stop(StopReason.ABORTED);
            throw new CancellationException("Abandoned before the first attempt");
        }
    }

    private static CancellationException cancelled(InterruptedException interruption) {
        CancellationException cancelled = new CancellationException("Interrupted before the first attempt");
        cancelled.initCause(interruption);
        return cancelled;
    }
}
