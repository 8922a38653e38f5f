package io.backoff.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;

/** A scheduler whose clock moves only when the test advances it. */
public final class HandDriven implements TaskScheduler {

    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final List<Task> tasks = new ArrayList<>();
    private Instant now = START;
    public boolean shutDown;

    /** The delays of all scheduled tasks, including cancelled ones. */
    public final List<Duration> delays = new ArrayList<>();

    /** Advances the clock to the next task, and runs it. */
    public void runNext() {
        Task next = tasks.stream().min(Comparator.comparing(task -> task.time)).orElseThrow();
        tasks.remove(next);
        now = next.time.isAfter(now) ? next.time : now;
        next.task.run();
    }

    public void pass(Duration time) {
        now = now.plus(time);
    }

    public int scheduled() {
        return tasks.size();
    }

    @Override
    public Clock getClock() {
        return new Clock() {

            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, Instant time) {
        if (shutDown) {
            throw new TaskRejectedException("shut down");
        }
        Task added = new Task(task, time);
        tasks.add(added);
        delays.add(Duration.between(now, time));
        return added;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant start, Duration period) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant start, Duration delay) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
        throw new UnsupportedOperationException();
    }

    private final class Task extends CompletableFuture<Void> implements ScheduledFuture<Void> {

        private final Runnable task;
        private final Instant time;

        Task(Runnable task, Instant time) {
            this.task = task;
            this.time = time;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return tasks.remove(this);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(Duration.between(now, time));
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
