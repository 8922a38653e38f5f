package io.backoff.scheduling;

import io.backoff.engine.Pace;
import io.backoff.engine.RunHealth;
import io.backoff.engine.SafeMeters;
import io.backoff.polling.BackoffPolls.Poll;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;

/**
 * Runs one method, again and again. At any time there is at most one run, under way or scheduled: the next is scheduled
 * when one has ended, and a reset replaces the one that is scheduled.
 */
final class Poller {

    private static final Log logger = LogFactory.getLog(Poller.class);

    private final PolledMethod method;
    private final Supplier<TaskScheduler> scheduler;
    private final Pace pace;
    private final RunHealth health;
    private final PollMeters meters;

    private boolean started;
    private boolean running;
    // Tells the run that counts from one that a reset has replaced.
    private int turn;
    private Duration delay = Duration.ZERO;
    private @Nullable Instant nextRun;
    private @Nullable Future<?> pending;
    private Runnable whenIdle = () -> {};

    Poller(PolledMethod method, Supplier<TaskScheduler> scheduler, RandomGenerator random, PollMeters.Factory meters) {
        this.method = method;
        this.scheduler = scheduler;
        this.pace = new Pace(method.current(), random);
        this.health = new RunHealth("@BackoffPoll method " + method.tag());
        this.meters = create(meters);
    }

    PolledMethod method() {
        return method;
    }

    synchronized Duration delay() {
        return delay;
    }

    synchronized Poll state() {
        return new Poll(method.bean(), method.tag(), method.policy(), running, health.failing(), delay, nextRun);
    }

    synchronized void start() {
        started = true;
        if (!running) {
            pace.reset();
            schedule(method.current().get().waitFirst() ? pace.next() : Duration.ZERO);
        }
    }

    /** Schedules no further run. */
    synchronized void stop(Runnable whenIdle) {
        started = false;
        cancel();
        if (running) {
            this.whenIdle = whenIdle;
        } else {
            whenIdle.run();
        }
    }

    synchronized void reset() {
        pace.reset();
        Instant due = nextRun;
        if (due == null) {
            return;
        }
        Duration first = pace.next();
        if (now().plus(first).isBefore(due)) {
            cancel();
            schedule(first);
        }
    }

    private void run(int current) {
        if (begin(current)) {
            end(attempt());
        }
    }

    private synchronized boolean begin(int current) {
        boolean valid = started && !running && current == turn;
        if (valid) {
            running = true;
            nextRun = null;
            pending = null;
        }
        return valid;
    }

    private PollResult attempt() {
        try {
            PollResult result = PollResult.of(method.invocation().call());
            health.worked();
            return result;
        } catch (Throwable failure) {
            health.failed(failure);
            return PollResult.FAILED;
        }
    }

    private void end(PollResult result) {
        count(result);
        synchronized (this) {
            running = false;
            if (result == PollResult.FOUND) {
                pace.reset();
            }
            if (started) {
                schedule(pace.next());
            }
            whenIdle.run();
            whenIdle = () -> {};
        }
    }

    private void schedule(Duration wait) {
        int current = ++turn;
        delay = wait;
        nextRun = now().plus(wait);
        try {
            pending = scheduler.get().schedule(() -> run(current), nextRun);
        } catch (TaskRejectedException stopped) {
            nextRun = null;
            logger.warn(method.tag() + " is polled no longer: the task scheduler is shut down", stopped);
        }
    }

    private void cancel() {
        turn++;
        nextRun = null;
        Future<?> scheduled = pending;
        pending = null;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }

    private Instant now() {
        return scheduler.get().getClock().instant();
    }

    private PollMeters create(PollMeters.Factory factory) {
        return SafeMeters.create(method.tag(), () -> factory.create(this), result -> {});
    }

    private void count(PollResult result) {
        SafeMeters.record(() -> meters.ran(result));
    }
}
