package io.backoff.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * The source of time, sleep, scheduling and randomness: everything that would make a test slow or unrepeatable. A bean;
 * tests replace it with {@code io.backoff.test.FakeTime}.
 */
public interface TimeSource {

    /** A monotonic clock, comparable by difference only. Unit: nanoseconds. */
    long nanoTime();

    /** The wall clock, for dates that a callee sends. */
    Instant instant();

    /**
     * Blocks the current thread. May return early while the application shuts down.
     *
     * @throws InterruptedException if the thread is interrupted before or while it sleeps
     */
    void sleep(Duration delay) throws InterruptedException;

    /**
     * Runs a task after a delay, not on the current thread and never on a thread that others wait for. The task may run
     * early while the application stops; a repeating task ends when its next run is rejected.
     *
     * @param purpose decides what fake time and a shutdown do with the delay
     * @throws java.util.concurrent.RejectedExecutionException if the application has stopped
     */
    Scheduled schedule(Runnable task, Duration delay, Purpose purpose);

    /** The source of the random part of delays. Safe for use by many threads. */
    RandomGenerator random();

    /** The purpose of a scheduled task. */
    enum Purpose {

        /** A delay that a call waits for. Fake time lets it pass immediately, and the start of a shutdown ends it. */
        DELAY,

        /**
         * A time limit. It is not expected to be reached: fake time does not advance to it by itself, and a shutdown
         * runs it last, when the clock is closed. A rejected task counts as timed out.
         */
        TIMEOUT,

        /**
         * Repeating work that nobody waits for. Handled like a timeout, since fake time would otherwise advance from
         * one run to the next without end.
         */
        BACKGROUND
    }

    /** A task that has not run yet. */
    @FunctionalInterface
    interface Scheduled {

        /** Cancels the task unless it is already running. */
        void cancel();
    }
}
