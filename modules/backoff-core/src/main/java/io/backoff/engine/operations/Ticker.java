package io.backoff.engine.operations;

import io.backoff.engine.BackoffHandle;
import io.backoff.engine.Shutdown;
import io.backoff.engine.TimeSource;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.stats.FailureLog;
import io.backoff.engine.time.Repeater;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Runs a task with the delays of a policy. Unlike a {@link Call}, it retries nothing, so budget, classification and
 * call meters do not apply.
 */
final class Ticker implements BackoffHandle, Repeater.Task {

    private static final Logger logger = System.getLogger(Ticker.class.getName());

    private final BackoffPolicy policy;
    private final Runnable task;
    private final TimeSource time;
    private final Shutdown shutdown;
    private final DelaySequence delays;
    private final FailureLog failureLog;
    private final long start;
    private final Repeater repeater;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private int runs;

    Ticker(BackoffPolicy policy, Runnable task, Engine engine) {
        this.policy = policy;
        this.task = task;
        this.time = engine.time();
        this.shutdown = engine.shutdown();
        this.delays = new DelaySequence(() -> policy, time.random());
        this.failureLog = new FailureLog("A ticker of policy '" + policy.name() + "'", logger);
        this.start = time.nanoTime();
        this.repeater = new Repeater(this, Repeater.Schedule.expected(time));
    }

    /** Starts the ticker: makes the first run, or begins its delay if the policy waits first. */
    Ticker start() {
        if (waitsFirst()) {
            repeater.start(within(delays.next()));
        } else {
            repeater.start();
        }
        return this;
    }

    @Override
    public void close() {
        repeater.close();
    }

    @Override
    public void reset() {
        repeater.reset(delays::reset);
    }

    @Override
    public CompletableFuture<Void> done() {
        return done.copy();
    }

    @Override
    public void run() {
        if (isDue()) {
            runs++;
            runTask();
        }
    }

    private void runTask() {
        try {
            task.run();
            failureLog.worked();
        } catch (Throwable failure) {
            failureLog.failed(failure);
        }
    }

    // Whether a run may begin is checked again after the delay: a shutdown ends delays early, and timers fire late.
    private boolean isDue() {
        return runs == 0 ? !waitsFirst() || !shutdown.underWay() : !shutdown.underWay() && fits(Duration.ZERO);
    }

    @Override
    public Optional<Duration> next() {
        boolean last =
                !policy.enabled() || shutdown.underWay() || policy.limits().isLast(runs);
        return last ? Optional.empty() : Optional.of(delays.next()).filter(this::fits);
    }

    @Override
    public void ended() {
        done.complete(null);
    }

    private boolean waitsFirst() {
        return policy.waitFirst() && policy.enabled();
    }

    private boolean fits(Duration delay) {
        return policy.limits().permits(delay, elapsed());
    }

    /** The delay before the first run, at most {@code max-elapsed}: that limit must not prevent the first run. */
    private Duration within(Duration delay) {
        return fits(delay) ? delay : policy.limits().maxElapsed();
    }

    private Duration elapsed() {
        return Duration.ofNanos(time.nanoTime() - start);
    }
}
