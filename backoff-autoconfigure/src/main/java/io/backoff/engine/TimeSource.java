package io.backoff.engine;

import java.time.Duration;
import java.time.Instant;
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
     * Runs a task after a delay, not on the current thread and never on a thread that others wait for. May run it early
     * while the application shuts down.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the application has stopped
     */
    Scheduled schedule(Runnable task, Duration delay);

    /**
     * Runs a task when something takes too long. Unlike a delay, it is not expected to happen: fake time does not hurry
     * towards it, and a shutdown that begins does not wake it. The task runs early, and once, when the clock is closed;
     * what repeats itself has to end when it is rejected then.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the application has stopped: take it for a limit that has passed
     */
    Scheduled timeout(Runnable task, Duration limit);

    /** Draws the random part of delays. Safe for use by many threads. */
    RandomGenerator random();

    /** A task that has not run yet. */
    @FunctionalInterface
    interface Scheduled {

        /** Keeps the task from running, unless it already does. */
        void cancel();
    }
}
