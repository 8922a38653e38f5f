package io.backoff.engine;

import io.backoff.engine.Operation.Fallback;
import io.backoff.policy.Causes;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A call on futures: the future that its caller holds, and what drives it.
 *
 * <p>The end of an attempt, the end of a delay and a cancellation may come from different threads. Each only signals;
 * whoever signals first works through all that has happened, so that the state below is used by one thread at a time
 * and completed futures do not nest on the stack, however many attempts they are.
 */
final class FutureCall<T extends @Nullable Object> extends CompletableFuture<T> implements Runnable {

    private static final CallerContext.Scope NOTHING_TO_UNBIND = () -> {};

    private final Execution call;
    private final Operation<? extends @Nullable CompletionStage<T>> operation;
    private final CallerContext.Snapshot context;
    private final AtomicInteger signals = new AtomicInteger();
    private @Nullable FutureAttempt<T> attempt;
    private @Nullable T lastResult;
    private TimeSource.@Nullable Scheduled delay;
    private long delayStart;
    private volatile boolean delayOver;
    private boolean begun;
    private boolean ended;

    FutureCall(Execution call, Operation<? extends @Nullable CompletionStage<T>> operation) {
        this.call = call;
        this.operation = operation;
        this.context = call.captureContext();
    }

    void begin() {
        Duration first = call.initialDelay();
        if (!first.isZero()) {
            pause(first);
        }
        signal();
    }

    /** The end of a delay. */
    @Override
    public void run() {
        delayOver = true;
        signal();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        signal();
        return cancelled;
    }

    /** Something has happened. */
    void signal() {
        if (signals.getAndIncrement() == 0) {
            do {
                advance();
            } while (signals.decrementAndGet() != 0);
        }
    }

    private void advance() {
        try {
            while (!ended && !isWaiting()) {
                if (isDone()) {
                    abandon();
                } else if (delay != null) {
                    resume();
                } else if (attempt == null) {
                    start();
                } else {
                    settle(attempt);
                }
            }
        } catch (Throwable broken) {
            // What users hand in is guarded where it is called; this is for what nobody thought of.
            ended = true;
            completeExceptionally(broken);
        }
    }

    private boolean isWaiting() {
        boolean pausing = delay != null && !delayOver;
        boolean running = attempt != null && !attempt.ended();
        return !isDone() && (pausing || running);
    }

    private void start() {
        begun = true;
        FutureAttempt<T> started = new FutureAttempt<>(this);
        attempt = started;
        Layer outer = LayerScope.current();
        LayerScope.enter(call);
        CallerContext.Scope scope = NOTHING_TO_UNBIND;
        try {
            // The first attempt runs on the thread of the caller, where all is bound already.
            scope = call.number() == 1 ? scope : context.restore();
            started.follow(invoke(), call.attemptTimeout(), call.time());
        } catch (Throwable failure) {
            started.end(null, failure);
        } finally {
            scope.close();
            LayerScope.restore(outer);
        }
    }

    private CompletionStage<T> invoke() throws Throwable {
        CompletionStage<T> stage = operation.invoke();
        if (stage == null) {
            throw new NullPointerException("The guarded method returned null instead of a CompletionStage");
        }
        return stage;
    }

    private void settle(FutureAttempt<T> finished) {
        attempt = null;
        lastResult = finished.result();
        Throwable thrown = finished.failure();
        if (thrown != null) {
            follow(call.failed(Causes.unwrap(thrown)));
        } else if (accepts(lastResult)) {
            call.succeeded(lastResult);
            ended = true;
            complete(lastResult);
        } else if (!ended) {
            follow(call.rejected(lastResult));
        }
    }

    private boolean accepts(@Nullable T result) {
        try {
            return !operation.rejects(result, call.policyInForce());
        } catch (Throwable broken) {
            ended = true;
            completeExceptionally(call.broke(broken));
            return false;
        }
    }

    private void follow(Decision decision) {
        if (decision.stop() != null) {
            giveUp(decision.stop());
        } else if (decision.delay().isZero()) {
            goOn();
        } else {
            pause(decision.delay());
        }
    }

    private void pause(Duration time) {
        delayOver = false;
        delayStart = call.time().nanoTime();
        try {
            delay = call.time().schedule(this, time);
        } catch (RejectedExecutionException closed) {
            giveUp(call.stop(StopReason.ABORTED));
        }
    }

    private void resume() {
        delay = null;
        call.waited(call.time().nanoTime() - delayStart);
        if (begun) {
            goOn();
        }
    }

    private void goOn() {
        StopReason stop = call.resume();
        if (stop != null) {
            giveUp(stop);
        }
    }

    private void giveUp(StopReason stop) {
        ended = true;
        Throwable failure = call.failure();
        Fallback<? extends @Nullable CompletionStage<T>> fallback =
                stop == StopReason.ABORTED ? null : operation.fallback();
        if (fallback != null) {
            replace(fallback, failure);
        } else if (failure != null) {
            completeExceptionally(failure);
        } else {
            complete(lastResult);
        }
    }

    private void replace(Fallback<? extends @Nullable CompletionStage<T>> fallback, @Nullable Throwable failure) {
        try {
            CompletionStage<T> replacement = fallback.apply(failure);
            if (replacement == null) {
                throw new NullPointerException("The fallback returned null instead of a CompletionStage");
            }
            replacement.whenComplete((value, broken) -> {
                if (broken == null) {
                    complete(value);
                } else {
                    completeExceptionally(withSuppressed(Causes.unwrap(broken), failure));
                }
            });
        } catch (Throwable broken) {
            completeExceptionally(withSuppressed(broken, failure));
        }
    }

    private static Throwable withSuppressed(Throwable broken, @Nullable Throwable failure) {
        if (failure != null) {
            Suppressed.attach(failure, broken);
        }
        return broken;
    }

    /** The caller has cancelled or completed the future: no further attempt, and none left running. */
    private void abandon() {
        ended = true;
        if (attempt != null) {
            attempt.abandon();
        }
        if (delay != null) {
            delay.cancel();
        }
        call.stop(StopReason.ABORTED);
    }
}
