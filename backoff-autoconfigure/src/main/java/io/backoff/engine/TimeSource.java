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
     * while the application stops; what repeats itself ends when it is rejected then.
     *
     * @param purpose decides what fake time and a shutdown do with the delay
     * @throws java.util.concurrent.RejectedExecutionException if the application has stopped
     */
    Scheduled schedule(Runnable task, Duration delay, Purpose purpose);

    /** Draws the random part of delays. Safe for use by many threads. */
    RandomGenerator random();

    /** What a task is scheduled for. */
    enum Purpose {

        /** A delay that a call waits for. Fake time passes at once, and a shutdown that begins ends it. */
        DELAY,

        /**
         * The end of what takes too long. It is not expected to happen: fake time does not hurry towards it, and a
         * shutdown ends it last, when the clock is closed. A task that is rejected has timed out.
         */
        TIMEOUT,

        /**
         * Work that repeats itself, and that nobody waits for: fake time would hurry from one run to the next without
         * end. Like a timeout otherwise.
         */
        BACKGROUND
    }

    /** A task that has not run yet. */
    @FunctionalInterface
    interface Scheduled {

        /** Keeps the task from running, unless it already does. */
        void cancel();
    }
}
