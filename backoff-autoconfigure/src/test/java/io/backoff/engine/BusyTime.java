package io.backoff.engine;

import io.backoff.test.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** A time of tests in which there are as many calls as a test wants there to be. */
public final class BusyTime implements TimeSource {

    public final FakeTime fake;
    public final Busyness busyness;

    public BusyTime() {
        this(new FakeTime());
    }

    BusyTime(FakeTime fake) {
        this.fake = fake;
        this.busyness = new Busyness(fake);
    }

    @Override
    public BusyClock calls() {
        return busyness.clock();
    }

    @Override
    public long nanoTime() {
        return fake.nanoTime();
    }

    @Override
    public Instant instant() {
        return fake.instant();
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
        fake.sleep(delay);
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        return fake.schedule(task, delay);
    }

    @Override
    public Scheduled timeout(Runnable task, Duration limit) {
        return fake.timeout(task, limit);
    }

    @Override
    public RandomGenerator random() {
        return fake.random();
    }
}
