package io.backoff.reactor;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

/** Time that holds one delay until a test lets it pass, and fails a test that blocks. */
final class HeldTime implements TimeSource {

    Runnable delay;
    boolean cancelled;
    boolean closed;

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH;
    }

    @Override
    public void sleep(Duration time) {
        throw new AssertionError("Nobody may block");
    }

    @Override
    public Scheduled schedule(Runnable task, Duration time, Purpose purpose) {
        if (purpose != Purpose.DELAY) {
            return () -> {};
        }
        if (closed) {
            throw new RejectedExecutionException("closed");
        }
        delay = task;
        return () -> cancelled = true;
    }

    @Override
    public RandomGenerator random() {
        return () -> 0;
    }
}
