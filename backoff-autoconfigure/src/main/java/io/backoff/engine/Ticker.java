package io.backoff.engine;

import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Limits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task at the times of a policy. No call in the sense of {@link Execution}: nothing is retried, so neither budget
 * nor classification nor the meters of calls have a part in it.
 */
final class Ticker implements BackoffHandle {

    private final BackoffPolicy policy;
    private final Runnable task;
    private final TimeSource time;
    private final Shutdown shutdown;
    private final Pace pace;
    private final RunHealth health;
    private final long start;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private int runs;
    private boolean running;
    private boolean closed;
    // Tells the delay that counts from one that a reset has replaced.
    private int turn;
    private long due;
    private @Nullable Scheduled pending;

    Ticker(BackoffPolicy policy, Runnable task, Engine engine) {
        this.policy = policy;
        this.task = task;
        this.time = engine.time();
        this.shutdown = engine.shutdown();
        this.pace = new Pace(() -> policy, time.random());
        this.health = new RunHealth("A ticker of policy '" + policy.name() + "'");
        this.start = time.nanoTime();
    }

    /** Makes the first run, unless the policy waits first. */
    Ticker start() {
        if (policy.waitFirst() && policy.enabled()) {
            await(within(pace.next()));
        } else {
            run(0);
        }
        return this;
    }

    @Override
    public void close() {
        Scheduled left;
        synchronized (this) {
            closed = true;
            left = pending;
            pending = null;
            if (running) {
                return;
            }
        }
        cancel(left);
        done.complete(null);
    }

    @Override
    public void reset() {
        pace.reset();
        Scheduled replaced;
        Duration sooner;
        synchronized (this) {
            if (running || closed || done.isDone() || pending == null) {
                return;
            }
            sooner = pace.next();
            if (due - time.nanoTime() <= sooner.toNanos()) {
                return;
            }
            replaced = pending;
            pending = null;
            turn++;
        }
        cancel(replaced);
        await(sooner);
    }

    @Override
    public CompletableFuture<Void> done() {
        return done.copy();
    }

    private void run(int current) {
        synchronized (this) {
            if (closed || running || current != turn) {
                return;
            }
            pending = null;
            running = true;
            runs++;
        }
        try {
            task.run();
            health.worked();
        } catch (Throwable failure) {
            health.failed(failure);
        }
        follow();
    }

    private void follow() {
        Duration delay;
        synchronized (this) {
            running = false;
            turn++;
            delay = closed || isLast() ? null : pace.next();
        }
        if (delay == null || !fits(delay)) {
            end();
        } else {
            await(delay);
        }
    }

    private boolean isLast() {
        Limits limits = policy.limits();
        return !policy.enabled() || shutdown.underWay() || !limits.unlimited() && runs >= limits.maxAttempts();
    }

    private void await(Duration delay) {
        int current;
        synchronized (this) {
            current = turn;
            due = time.nanoTime() + delay.toNanos();
        }
        try {
            keep(time.schedule(() -> wake(current), delay), current);
        } catch (RejectedExecutionException stopped) {
            end();
        }
    }

    /** The delay may be over by now, and the next one, too. */
    private void keep(Scheduled scheduled, int current) {
        boolean needless;
        synchronized (this) {
            needless = closed;
            if (current == turn && !running && !closed) {
                pending = scheduled;
            }
        }
        if (needless) {
            scheduled.cancel();
        }
    }

    private void wake(int current) {
        if (shutdown.underWay() || runs > 0 && !fits(Duration.ZERO)) {
            end();
        } else {
            run(current);
        }
    }

    private void end() {
        synchronized (this) {
            closed = true;
        }
        done.complete(null);
    }

    private boolean fits(Duration delay) {
        return policy.limits().permits(delay, elapsed());
    }

    /** The first run is made in any case, so within time. */
    private Duration within(Duration delay) {
        return fits(delay) ? delay : policy.limits().maxElapsed();
    }

    private Duration elapsed() {
        return Duration.ofNanos(time.nanoTime() - start);
    }

    private static void cancel(@Nullable Scheduled scheduled) {
        if (scheduled != null) {
            scheduled.cancel();
        }
    }
}
