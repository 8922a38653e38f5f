package io.backoff.aop;

import io.backoff.engine.RetryThread;
import io.backoff.engine.TimeSource;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** Fake time whose delays end on threads of their own, as real ones do. */
final class OtherThreadTime implements TimeSource {

    private final FakeTime time = new FakeTime();

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
    public Scheduled schedule(Runnable task, Duration delay) {
        return time.schedule(() -> new RetryThread(task, "backoff-retry-1").start(), delay);
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
