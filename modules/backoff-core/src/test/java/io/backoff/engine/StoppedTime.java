package io.backoff.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Time that stands still: what is scheduled waits until a test runs it. */
public final class StoppedTime implements TimeSource {

    public final List<Task> delays = new ArrayList<>();
    final List<Task> timeouts = new ArrayList<>();

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH;
    }

    @Override
    public void sleep(Duration delay) {
        throw new AssertionError("Nobody may block");
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
        Task added = new Task(task);
        (purpose == Purpose.DELAY ? delays : timeouts).add(added);
        return added;
    }

    @Override
    public RandomGenerator random() {
        return () -> 0;
    }

    public static final class Task implements Scheduled {

        private final Runnable task;
        public boolean cancelled;

        Task(Runnable task) {
            this.task = task;
        }

        public void run() {
            task.run();
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }
}
