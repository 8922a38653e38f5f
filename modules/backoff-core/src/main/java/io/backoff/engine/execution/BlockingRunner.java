package io.backoff.engine.execution;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.execution.Operation.Fallback;
import io.backoff.pace.Turn;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Runs calls on the caller's thread. */
public final class BlockingRunner {

    private BlockingRunner() {}

    /**
     * Runs the operation until an attempt succeeds or the policy ends the call.
     *
     * @return the accepted result, the fallback's result or, if there is no fallback, the last rejected result
     * @throws Throwable the failure of the last attempt, with the earlier failures suppressed in it, or the failure of
     *     the fallback
     */
    public static <T extends @Nullable Object> T run(Guard guard, Operation<T> operation) throws Throwable {
        @Nullable Object[] scope = RetryScopeHolder.slot();
        RetryScope parent = (RetryScope) scope[0];
        Call call = guard.begin(parent);
        scope[0] = call;
        try {
            return attempts(call, scope, operation);
        } finally {
            // The scope is restored without a method call, which might overflow the stack.
            scope[0] = parent;
            // This line covers failures that no other code handles. It does nothing if the call is already counted.
            call.count(Outcome.NOT_RETRYABLE);
        }
    }

    private static <T extends @Nullable Object> T attempts(Call call, @Nullable Object[] scope, Operation<T> operation)
            throws Throwable {
        NextStep step = begin(call, operation);
        while (step.retry()) {
            scope[0] = call.scope();
            T result;
            try {
                result = operation.invoke();
            } catch (Throwable failure) {
                call.at(operation.place());
                step = operation.isAbandoned() ? call.gaveUp(failure, StopReason.ABORTED) : call.failed(failure);
                step = afterPause(call, operation, step);
                continue;
            }
            step = call.returned(operation, result);
            if (step == NextStep.SUCCESS) {
                return result;
            }
            step = afterPause(call, operation, step);
            if (!step.retry() && call.failure() == null) {
                return giveUpOn(call, operation, result, step);
            }
        }
        return giveUp(call, operation, step);
    }

    /** Waits before attempt 1: for the delay, if the policy waits first, and then for the turn of the attempt. */
    private static NextStep begin(Call call, Operation<?> operation) {
        NextStep first = call.first();
        if (!first.retry()) {
            return first;
        }
        boolean delayed = !first.delay().isZero();
        Turn turn;
        try {
            if (delayed) {
                sleep(call, operation, first.delay());
            }
            turn = awaitTurn(call, operation);
        } catch (InterruptedException interruption) {
            interrupted(call, interruption);
            throw cancelled(interruption);
        }
        if (turn == Turn.NOW && !delayed) {
            return first;
        }
        if (operation.isAbandoned()) {
            call.abort();
            throw new CancellationException("Abandoned before the first attempt");
        }
        return turn.state() == Turn.State.LATE ? call.late() : call.proceed();
    }

    /** Waits before the next attempt, if there is one. */
    private static NextStep afterPause(Call call, Operation<?> operation, NextStep step) {
        if (!step.retry()) {
            return step;
        }
        Turn turn;
        try {
            pause(call, operation, step.delay());
            turn = awaitTurn(call, operation);
        } catch (InterruptedException interruption) {
            return interrupted(call, interruption);
        }
        if (operation.isAbandoned()) {
            return call.abort();
        }
        return turn.state() == Turn.State.LATE ? call.late() : call.proceed();
    }

    /** Waits, after the delay, for the turn of the next attempt. The returned turn is in its final state. */
    private static Turn awaitTurn(Call call, Operation<?> operation) throws InterruptedException {
        return awaitTurn(call, operation, Long.MAX_VALUE);
    }

    /**
     * Waits on the current thread for the turn of an attempt that other code makes.
     *
     * @return the turn in its final state
     */
    public static Turn awaitTurn(Call call) throws InterruptedException {
        return awaitTurn(call, Long.MAX_VALUE);
    }

    /** Waits at most this many nanoseconds for the turn: a turn that would come later is {@code LATE}. */
    static Turn awaitTurn(Call call, long longest) throws InterruptedException {
        return awaitTurn(call, () -> null, longest);
    }

    private static Turn awaitTurn(Call call, Operation<?> operation, long longest) throws InterruptedException {
        Turn turn = call.turn(longest);
        if (turn.state() != Turn.State.WAITING) {
            return turn;
        }
        try {
            return waited(turn, call, operation);
        } finally {
            // Does nothing after a wait that has ended. It has not ended if the clock is broken, or if the stack was
            // full when the wait should have left the queue.
            turn.leave();
        }
    }

    private static Turn waited(Turn turn, Call call, Operation<?> operation) throws InterruptedException {
        TimeSource time = call.time();
        long start = time.nanoTime();
        try {
            turn.await(time::nanoTime, delay -> {
                operation.park(time, delay);
                if (call.isStopping() || operation.isAbandoned()) {
                    turn.leave();
                }
            });
            return turn;
        } finally {
            call.waitedForTurn(start);
        }
    }

    private static NextStep interrupted(Call call, InterruptedException interruption) {
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

    // The interrupt is checked even without a delay, because an interrupted thread must not flood the callee with
    // retries.
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

    /** Creates the failure of a call that an interrupt has ended before its first attempt. */
    static CancellationException cancelled(InterruptedException interruption) {
        CancellationException cancelled = new CancellationException("Interrupted before the first attempt");
        cancelled.initCause(interruption);
        return cancelled;
    }

    private static <T extends @Nullable Object> T giveUp(Call call, Operation<T> operation, NextStep end)
            throws Throwable {
        Throwable failure = Objects.requireNonNull(call.failure());
        Fallback<T> fallback = call.fallback(operation, end);
        if (fallback == null) {
            throw failure;
        }
        return replace(call, fallback, failure);
    }

    private static <T extends @Nullable Object> T giveUpOn(Call call, Operation<T> operation, T result, NextStep end)
            throws Throwable {
        Fallback<T> fallback = call.fallback(operation, end);
        if (fallback != null) {
            return replace(call, fallback, null);
        }
        try {
            return operation.rejected(result);
        } catch (Throwable instead) {
            throw call.failure(instead);
        }
    }

    private static <T extends @Nullable Object> T replace(Call call, Fallback<T> fallback, @Nullable Throwable failure)
            throws Throwable {
        RetryScopeHolder.set(call.forFallback());
        try {
            return fallback.apply(failure);
        } catch (Throwable broken) {
            throw call.fallbackFailed(broken);
        }
    }
}
