package io.backoff.engine.execution;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.execution.Operation.Fallback;
import io.backoff.pace.Turn;
import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call: the caller's future, and the state machine that completes it.
 *
 * <p>The end of an attempt, the end of a delay and a cancellation may come from different threads. Each of these events
 * only sends a signal, and the first thread that sends one handles all signals. So the state below is used by one
 * thread at a time, and attempts that return completed futures do not grow the stack.
 */
class FutureCall<T extends @Nullable Object> extends SignallingFuture<T> implements Runnable {

    private static final CallerContext.Scope NOTHING_TO_UNBIND = () -> {};

    // The counter is a field instead of an AtomicInteger, because a call in a delay should take little memory.
    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<FutureCall> SIGNALS =
            AtomicIntegerFieldUpdater.newUpdater(FutureCall.class, "signals");

    private final Call call;
    private final Operation<? extends @Nullable CompletionStage<T>> operation;
    private final CallerContext.Snapshot context;
    private volatile int signals;
    private @Nullable FutureAttempt<T> attempt;
    private @Nullable T lastResult;
    private TimeSource.@Nullable Scheduled delay;
    private @Nullable AwaitedTurn wait;
    private volatile boolean delayOver;
    private boolean begun;
    private boolean onThreadOfCaller = true;
    private boolean ended;

    FutureCall(Guard guard, Operation<? extends @Nullable CompletionStage<T>> operation) {
        this.call = guard.begin();
        this.operation = operation;
        this.context = guard.engine().context().capture();
    }

    /** Signals the end of a delay. */
    @Override
    public void run() {
        delayOver = true;
        signal();
    }

    /** Signals an event; the first signal starts the call. */
    @Override
    public void signal() {
        if (SIGNALS.getAndIncrement(this) == 0) {
            work();
        }
    }

    /** Handles all signals, including those that arrive meanwhile. */
    void work() {
        try {
            do {
                advance();
            } while (SIGNALS.decrementAndGet(this) != 0);
        } catch (Throwable full) {
            // The counter is reset first, and without a method call: the stack may be as full here as where the failure
            // was thrown.
            signals = 0;
            if (isDone()) {
                throw full;
            }
            breakOff(full);
        }
    }

    private void advance() {
        try {
            while (!ended && !isWaiting()) {
                step();
            }
        } catch (Throwable broken) {
            // Each method that calls user code handles the exceptions of that code. This block handles unexpected ones.
            breakOff(broken);
        }
    }

    private void breakOff(Throwable broken) {
        completeExceptionally(ended ? broken : giveUpOn(broken));
    }

    private Throwable giveUpOn(Throwable broken) {
        Throwable failure = call.broke(broken);
        ended = true;
        return failure;
    }

    private boolean isWaiting() {
        boolean pausing = delay != null && !delayOver;
        boolean queued = wait != null && !wait.isOver();
        boolean running = attempt != null && !attempt.ended();
        return !isDone() && (pausing || queued || running);
    }

    private void step() {
        if (isDone()) {
            abandon();
        } else if (wait != null) {
            turnCame(wait);
        } else if (delay != null) {
            resume();
        } else if (attempt != null) {
            attemptEnded(attempt);
        } else if (begun) {
            start();
        } else {
            begin();
        }
    }

    private void begin() {
        begun = true;
        NextStep first = call.first();
        if (!first.retry()) {
            giveUp(first);
        } else if (!first.delay().isZero()) {
            pause(first.delay());
        } else {
            awaitTurn();
        }
    }

    private void start() {
        FutureAttempt<T> started = new FutureAttempt<>(this, call.limitAttempt());
        attempt = started;
        CallerContext.Scope restored = onThreadOfCaller ? NOTHING_TO_UNBIND : context.restore();
        onThreadOfCaller = false;
        // The scope is read after the context is restored, because the context may include the parent scope.
        @Nullable Object[] scope = RetryScopeHolder.slot();
        Object parent = scope[0];
        scope[0] = call.scope();
        try {
            started.follow(notNull(operation.invoke(), "guarded method"), call);
        } catch (Throwable failure) {
            started.end(null, failure);
        } finally {
            // The scope is restored without a method call, which might overflow the stack.
            scope[0] = parent;
            restored.close();
        }
    }

    private CompletionStage<T> notNull(@Nullable CompletionStage<T> stage, String source) {
        if (stage == null) {
            throw new NullPointerException("The " + source + " returned null instead of a CompletionStage");
        }
        return stage;
    }

    private void attemptEnded(FutureAttempt<T> finished) {
        attempt = null;
        lastResult = finished.result();
        Throwable thrown = finished.failure();
        NextStep step = thrown != null ? call.failed(CauseChain.unwrap(thrown)) : call.returned(operation, lastResult);
        if (step == NextStep.SUCCESS) {
            ended = true;
            complete(lastResult);
        } else if (!step.retry()) {
            giveUp(step);
        } else if (step.delay().isZero()) {
            takeTurn();
        } else {
            pause(step.delay());
        }
    }

    private void pause(Duration time) {
        delayOver = false;
        onThreadOfCaller = false;
        call.delayBegins();
        try {
            delay = call.time().schedule(this, time, Purpose.DELAY);
        } catch (RejectedExecutionException closed) {
            endOfDelays();
        }
    }

    /**
     * Handles a delay that is rejected because the application has stopped. A call that was to wait before its first
     * attempt then makes that attempt immediately, as a blocking call does.
     */
    private void endOfDelays() {
        if (call.hasAttempted()) {
            giveUp(call.stop(StopReason.ABORTED));
        }
    }

    private void resume() {
        delay = null;
        call.waited();
        takeTurn();
    }

    private void takeTurn() {
        if (!awaitTurn()) {
            proceed();
        }
    }

    /**
     * Requests the turn of the next attempt. Returns {@code true} if the call waits for the turn, or ends because the
     * turn would come too late.
     */
    private boolean awaitTurn() {
        Turn asked = call.turn();
        if (asked.state() == Turn.State.BEGUN) {
            return false;
        }
        if (asked.state() == Turn.State.LATE) {
            giveUp(call.late());
            return true;
        }
        onThreadOfCaller = false;
        AwaitedTurn started = new AwaitedTurn(call, asked, this::signal);
        wait = started;
        started.begin();
        return true;
    }

    private void turnCame(AwaitedTurn ended) {
        wait = null;
        if (ended.isLate()) {
            giveUp(call.late());
        } else {
            proceed();
        }
    }

    private void proceed() {
        NextStep step = call.proceed();
        if (!step.retry()) {
            giveUp(step);
        }
    }

    /**
     * Completes the future with the outcome of the last attempt, because the thread of the call was interrupted.
     *
     * @return {@code false} if no attempt has ended
     */
    final boolean completeAfter(InterruptedException interruption) {
        if (attempt != null && attempt.ended()) {
            // The interrupt came after the end of the attempt, but before this thread handled its signal.
            handle(attempt);
        }
        boolean attempted = call.hasAttempted();
        if (attempted && !isDone()) {
            call.attach(interruption);
            completeWith(call.failure());
        }
        return attempted || ended;
    }

    private void handle(FutureAttempt<T> finished) {
        try {
            attemptEnded(finished);
        } catch (Throwable broken) {
            breakOff(broken);
        }
    }

    private void giveUp(NextStep end) {
        ended = true;
        Throwable failure = call.failure();
        Fallback<? extends @Nullable CompletionStage<T>> fallback = call.fallback(operation, end);
        if (fallback != null && !isDone()) {
            replace(fallback, failure);
        } else {
            completeWith(failure);
        }
    }

    private void completeWith(@Nullable Throwable failure) {
        if (failure != null) {
            completeExceptionally(failure);
        } else {
            complete(lastResult);
        }
    }

    private void replace(Fallback<? extends @Nullable CompletionStage<T>> fallback, @Nullable Throwable failure) {
        CompletionStage<T> replacement;
        CallerContext.Scope restored = context.restore();
        CallerContext.Scope entered = RetryScopeHolder.enter(call.forFallback());
        try {
            replacement = notNull(fallback.apply(failure), "fallback");
        } catch (Throwable broken) {
            completeExceptionally(call.fallbackFailed(broken));
            return;
        } finally {
            entered.close();
            restored.close();
        }
        // The fallback's stage is no longer needed once the caller has completed or cancelled this future.
        whenComplete((value, thrown) -> CancellableStages.cancel(replacement));
        replacement.whenComplete(this::completeInstead);
    }

    private void completeInstead(@Nullable T value, @Nullable Throwable broken) {
        if (broken == null) {
            complete(value);
        } else {
            completeExceptionally(call.fallbackFailed(CauseChain.unwrap(broken)));
        }
    }

    /**
     * Ends the call because its caller has cancelled or completed the future: cancels the current attempt, and starts
     * no other.
     */
    private void abandon() {
        boolean running = attempt != null;
        if (attempt != null) {
            attempt.abandon();
        }
        if (delay != null) {
            delay.cancel();
            call.waited();
        }
        if (wait != null) {
            wait.cancel();
        }
        if (running) {
            call.stop(StopReason.ABORTED);
        } else {
            call.abort();
        }
        ended = true;
    }
}
