package io.backoff.engine;

import io.backoff.engine.Operation.Fallback;
import io.backoff.policy.StopReason;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Carries a call out on the thread of its caller. */
public final class BlockingRunner {

    private BlockingRunner() {}

    /**
     * Runs the operation until an attempt is accepted or the policy ends the call.
     *
     * @return the accepted result, that of the fallback, or a rejected result that was the last
     * @throws Throwable the failure of the last attempt, earlier ones suppressed, or what the fallback threw
     */
    public static <T extends @Nullable Object> T run(Guard guard, Operation<T> operation) throws Throwable {
        @Nullable Object[] scope = LayerScope.ofThread();
        Layer outer = LayerScope.current(scope);
        Execution call = guard.begin(outer);
        LayerScope.restore(scope, call);
        try {
            waitFirst(call);
            return attempts(call, operation);
        } finally {
            LayerScope.restore(scope, outer);
        }
    }

    /** The same for one of many calls of a method. */
    public static @Nullable Object run(Guard guard, Attempts attempts, Object target, @Nullable Object[] arguments)
            throws Throwable {
        Terms terms = guard.terms();
        if (!terms.plain() || !attempts.leavesResultsToPolicy()) {
            return run(guard, attempts.operation(target, arguments));
        }
        @Nullable Object[] scope = LayerScope.ofThread();
        long[] firstAttempt = LayerScope.firstAttempt(scope);
        Object outer = LayerScope.current(scope, firstAttempt);
        long begin = terms.begin();
        LayerScope.enter(firstAttempt, terms, begin);
        Object result;
        try {
            result = attempts.first(target, arguments);
        } catch (Throwable failure) {
            // Restored even if this fails as well, as it does when the stack is full.
            try {
                return goOn(scope, terms, begin, outer, attempts, target, arguments, failure);
            } finally {
                LayerScope.restore(scope, outer);
            }
        }
        LayerScope.leave(scope, firstAttempt, terms, outer);
        terms.succeededAtOnce(begin);
        return result;
    }

    /**
     * The same while {@link Guard#isBusy}, if results are left to the policy. This is all that is done for a call then,
     * if its first attempt succeeds, and nothing else is in here: what is compiled of it has to be less than 2500 bytes, or
     * Java does not put it, its caller and the target together, and that takes another 5 ns.
     *
     * @param first what {@link Attempts#first} does
     */
    public static @Nullable Object runWhileBusy(
            Guard guard, Attempts attempts, MethodHandle first, Object target, @Nullable Object[] arguments)
            throws Throwable {
        Terms terms = guard.termsWhileBusy();
        if (terms == null) {
            return run(guard, attempts, target, arguments);
        }
        long begin = terms.beginWhileBusy();
        if (begin == BusyClock.IDLE) {
            return run(guard, attempts, target, arguments);
        }
        @Nullable Object[] scope = LayerScope.ofThread();
        long[] firstAttempt = LayerScope.firstAttempt(scope);
        Object outer = LayerScope.current(scope, firstAttempt);
        LayerScope.enter(firstAttempt, terms, begin);
        Object result;
        try {
            result = (@Nullable Object) first.invokeExact(target, arguments);
        } catch (Throwable failure) {
            try {
                return goOn(scope, terms, begin, outer, attempts, target, arguments, failure);
            } finally {
                LayerScope.restore(scope, outer);
            }
        }
        LayerScope.leave(scope, firstAttempt, terms, outer);
        terms.succeededWhileBusy(begin);
        return result;
    }

    private static @Nullable Object goOn(
            @Nullable Object[] scope,
            Terms terms,
            long begin,
            @Nullable Object outer,
            Attempts attempts,
            Object target,
            @Nullable Object[] arguments,
            Throwable failure)
            throws Throwable {
        terms.began(begin);
        Execution call = LayerScope.call(scope, terms, begin, outer);
        return goOn(call, attempts.operation(target, arguments), failure);
    }

    private static @Nullable Object goOn(Execution call, Operation<@Nullable Object> operation, Throwable failure)
            throws Throwable {
        StopReason stop = next(call, call.failed(failure));
        return stop == null ? attempts(call, operation) : giveUp(operation, call.failure(failure), stop);
    }

    private static <T extends @Nullable Object> T attempts(Execution call, Operation<T> operation) throws Throwable {
        while (true) {
            T result;
            try {
                result = operation.invoke();
            } catch (Throwable failure) {
                StopReason stop = next(call, call.failed(failure));
                if (stop != null) {
                    return giveUp(operation, call.failure(failure), stop);
                }
                continue;
            }
            if (accepts(call, operation, result)) {
                call.succeeded(result);
                return result;
            }
            StopReason stop = next(call, call.rejected(result));
            if (stop != null) {
                return settle(call, operation, result, stop);
            }
        }
    }

    private static <T extends @Nullable Object> boolean accepts(Execution call, Operation<T> operation, T result)
            throws Throwable {
        try {
            return !operation.rejects(result, call.policyInForce());
        } catch (Throwable broken) {
            throw call.broke(broken);
        }
    }

    private static <T extends @Nullable Object> T giveUp(Operation<T> operation, Throwable failure, StopReason stop)
            throws Throwable {
        Fallback<T> fallback = stop == StopReason.ABORTED ? null : operation.fallback();
        if (fallback == null) {
            throw failure;
        }
        try {
            return fallback.apply(failure);
        } catch (Throwable broken) {
            Suppressed.attach(failure, broken);
            throw broken;
        }
    }

    private static <T extends @Nullable Object> T settle(
            Execution call, Operation<T> operation, T result, StopReason stop) throws Throwable {
        Fallback<T> fallback = stop == StopReason.ABORTED ? null : operation.fallback();
        try {
            return fallback == null ? operation.rejected(result) : fallback.apply(null);
        } catch (Throwable instead) {
            throw call.failure(instead);
        }
    }

    /** Waits as decided; {@code null} when the next attempt may start, else why there is none. */
    private static @Nullable StopReason next(Execution call, Decision decision) {
        if (decision.stop() != null) {
            return decision.stop();
        }
        try {
            sleep(call, decision.delay());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return call.interrupted(interruption);
        }
        return call.resume();
    }

    private static void sleep(Execution call, Duration delay) throws InterruptedException {
        if (delay.isZero()) {
            // No sleep, but an interrupted thread must not turn into a flood of retries.
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return;
        }
        TimeSource time = call.time();
        long start = time.nanoTime();
        try {
            time.sleep(delay);
        } finally {
            call.waited(time.nanoTime() - start);
        }
    }

    private static void waitFirst(Execution call) {
        Duration delay = call.initialDelay();
        if (delay.isZero()) {
            return;
        }
        try {
            sleep(call, delay);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            call.interrupted(interruption);
            CancellationException cancelled = new CancellationException("Interrupted before the first attempt");
            cancelled.initCause(interruption);
            throw cancelled;
        }
    }
}
