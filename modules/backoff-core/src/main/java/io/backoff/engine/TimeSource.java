package io.backoff.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * The source of time, sleeping, scheduling and randomness. Available as a bean. Tests that replace it with
 * {@code io.backoff.test.FakeTime} are fast and repeatable. Implementations are thread-safe.
 *
 * <p>Application code can read the time and sleep through this bean too, so that its tests need not wait:
 *
 * <pre>{@code
 * long start = time.nanoTime();
 * time.sleep(Duration.ofMillis(200));
 * Duration elapsed = Duration.ofNanos(time.nanoTime() - start);
 * }</pre>
 *
 * @since 0.1.0
 */
public interface TimeSource {

    /**
     * Reads a monotonic clock with an arbitrary origin, in nanoseconds. Only differences of readings are meaningful.
     *
     * @return nanoseconds since the origin
     */
    long nanoTime();

    /**
     * Reads the wall clock, for comparison with dates from callees.
     *
     * @return the current time
     */
    Instant instant();

    /**
     * Blocks the current thread for the duration. May return early while the application shuts down.
     *
     * @param delay how long to block
     * @throws InterruptedException if the thread is interrupted before or while it sleeps
     */
    void sleep(Duration delay) throws InterruptedException;

    /**
     * Runs a task after a delay. While the application runs, the library's own implementation runs the task on an
     * executor instead of its timer's thread, so that a slow task does not delay others. The task may run early while
     * the application stops. A task that schedules its own next run stops repeating when this method rejects that run.
     *
     * @param task run at most once
     * @param delay time from now until the task runs
     * @param purpose determines what fake time and a shutdown do with the delay
     * @return a handle that cancels the task
     * @throws java.util.concurrent.RejectedExecutionException if the application has stopped
     */
    Scheduled schedule(Runnable task, Duration delay, Purpose purpose);

    /** {@return the source of random delays} Safe for use by many threads. */
    RandomGenerator random();

    /** The purpose of a scheduled task. */
    enum Purpose {

        /** A delay of a call. Fake time skips it, and the start of a shutdown ends it. */
        DELAY,

        /**
         * A time limit, which is usually not reached. Fake time does not advance to a time limit by itself. A shutdown
         * runs the task of a time limit last, when the time source is closed. If the time source rejects the task, the
         * code that schedules the task runs it at once.
         */
        TIMEOUT,

        /**
         * Repeating background work on which no call depends. It is handled like a timeout, because fake time would
         * otherwise advance from run to run without end.
         */
        BACKGROUND
    }

    /** A scheduled task. */
    @FunctionalInterface
    interface Scheduled {

        /** Cancels the task, unless it is running or has run. */
        void cancel();
    }
}
