package io.backoff.engine.time;

import io.backoff.engine.Shutdown;
import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * The system clock. A shutdown of the application ends sleeps and delays; closing the clock ends timeouts and
 * background work.
 */
public final class SystemTimeSource implements TimeSource, AutoCloseable {

    private static final RandomGenerator RANDOM =
            () -> ThreadLocalRandom.current().nextLong();

    private final Shutdown shutdown;
    private final Executor executor;
    private final Timer delays;
    // Timeouts and background work have their own timer, because they continue during a shutdown, whereas delays end.
    private final Timer timeouts;

    /**
     * Creates a clock that runs delayed tasks on the executor.
     *
     * @param executor runs the tasks that are due, except for each {@link QuickTask}, which runs on the timer's thread;
     *     an {@code ExecutorService} is shut down when the clock is closed. Once the clock is closed, a task that the
     *     executor rejects runs on the thread of the timer or on the one that closes the clock
     */
    public SystemTimeSource(Shutdown shutdown, Executor executor) {
        this.shutdown = shutdown;
        this.executor = executor;
        this.delays = new Timer("backoff-timer", executor);
        this.timeouts = new Timer("backoff-timeouts", executor);
        shutdown.onBegin(delays::wake);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
        shutdown.await(delay);
    }

    /**
     * Blocks the current thread for the duration, or until it is unparked. May return early for no reason. Only the
     * system clock can be woken in this way: other clocks, such as those of tests, sleep for the whole duration.
     */
    public static void park(TimeSource time, Duration delay) throws InterruptedException {
        if (time instanceof SystemTimeSource system) {
            system.shutdown.park(delay);
        } else {
            time.sleep(delay);
        }
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
        return purpose == Purpose.DELAY ? delay(task, delay) : timeouts.schedule(task, delay);
    }

    private Scheduled delay(Runnable task, Duration delay) {
        Scheduled scheduled = delays.schedule(task, delay);
        // A shutdown may have begun after the caller chose this delay, and may already have ended all other delays.
        if (shutdown.underWay()) {
            delays.wake();
        }
        return scheduled;
    }

    @Override
    public RandomGenerator random() {
        return RANDOM;
    }

    /** Begins the shutdown and runs waiting tasks immediately. Afterwards, the clock has no threads left. */
    @Override
    public void close() {
        shutdown.begin();
        delays.close();
        timeouts.close();
        if (executor instanceof ExecutorService threads) {
            // The executor still runs the tasks that the timers have just submitted.
            threads.shutdown();
        }
    }
}
