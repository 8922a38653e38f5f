package io.backoff.idempotency;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** The clock of an instance that is ahead or behind; it runs as fast as another one. */
public final class SkewedTime implements TimeSource {

    private final TimeSource right;
    private volatile Duration ahead = Duration.ZERO;

    public SkewedTime(TimeSource right) {
        this.right = right;
    }

    public SkewedTime ahead(Duration by) {
        ahead = by;
        return this;
    }

    @Override
    public Instant instant() {
        return right.instant().plus(ahead);
    }

    @Override
    public long nanoTime() {
        return right.nanoTime();
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
        right.sleep(delay);
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        return right.schedule(task, delay);
    }

    @Override
    public Scheduled timeout(Runnable task, Duration limit) {
        return right.timeout(task, limit);
    }

    @Override
    public RandomGenerator random() {
        return right.random();
    }
}
