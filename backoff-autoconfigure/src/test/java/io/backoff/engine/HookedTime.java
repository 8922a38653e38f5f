package io.backoff.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** Time in which something else happens whenever a call falls asleep. */
record HookedTime(TimeSource time, Runnable hook) implements TimeSource {

    @Override
    public void sleep(Duration delay) throws InterruptedException {
        hook.run();
        time.sleep(delay);
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
