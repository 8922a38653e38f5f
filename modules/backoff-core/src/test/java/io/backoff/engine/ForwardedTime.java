package io.backoff.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** Delegates to another time source, except for what a test overrides. */
public abstract class ForwardedTime implements TimeSource {

    private final TimeSource time;

    protected ForwardedTime(TimeSource time) {
        this.time = time;
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
    public void sleep(Duration delay) throws InterruptedException {
        time.sleep(delay);
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
        return time.schedule(task, delay, purpose);
    }

    @Override
    public RandomGenerator random() {
        return time.random();
    }
}
