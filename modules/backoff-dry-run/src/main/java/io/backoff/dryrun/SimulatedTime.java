package io.backoff.dryrun;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The clock of a simulation, which advances from event to event. All simulations use the same random numbers. */
final class SimulatedTime implements TimeSource {

    private static final long SEED = 20_260_101;

    private final RandomGenerator random = new SplittableRandom(SEED);
    private long now;

    void advanceTo(long time) {
        now = time;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(now);
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public void sleep(Duration delay) {
        throw new UnsupportedOperationException("A simulation does not sleep");
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
        throw new UnsupportedOperationException("A simulation schedules its own events");
    }
}
