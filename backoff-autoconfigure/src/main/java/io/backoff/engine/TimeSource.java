package io.backoff.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;

/**
 * Clock, sleep, scheduling and chance: whatever would make a test slow or unrepeatable. A bean; replace it by
 * {@code io.backoff.test.FakeTime} in tests.
 */
public interface TimeSource {

    /** A monotonic clock, comparable by difference only. Unit: nanoseconds. */
    long nanoTime();

    /** The wall clock, for dates that a callee names. */
    Instant instant();

    /**
     * Blocks the current thread. May return early while the application shuts down.
     *
     * @throws InterruptedException if the thread is interrupted before or while it sleeps
     */
    void sleep(Duration delay) throws InterruptedException;

    /**
     * Runs a task later, not on the current thread and never on a thread that others wait for.
     *
     * @return cancels the task when it has not started
     */
    Future<?> schedule(Runnable task, Duration delay);

    /** Draws the random part of delays. Safe for use by many threads. */
    RandomGenerator random();
}
