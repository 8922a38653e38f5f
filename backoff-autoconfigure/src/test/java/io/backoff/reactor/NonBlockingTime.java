package io.backoff.reactor;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import reactor.core.scheduler.Schedulers;

/** Time that fails a call which sleeps, on whatever thread. */
record NonBlockingTime(TimeSource time) implements TimeSource {

    @Override
    public void sleep(Duration delay) {
        throw new AssertionError("Slept, on a non-blocking thread: " + Schedulers.isInNonBlockingThread());
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public Instant instant() {
        return time.instant();
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        return time.schedule(task, delay);
    }

    @Override
    public Scheduled timeout(Runnable task, Duration limit) {
        return time.timeout(task, limit);
    }

    @Override
    public RandomGenerator random() {
        return time.random();
    }
}
