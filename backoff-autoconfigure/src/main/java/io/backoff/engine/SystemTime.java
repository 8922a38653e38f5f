package io.backoff.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** The clock of this machine. Sleepers wake when the application shuts down. */
public final class SystemTime implements TimeSource, AutoCloseable {

    private static final RandomGenerator RANDOM =
            () -> ThreadLocalRandom.current().nextLong();

    private final Shutdown shutdown;
    private final ScheduledThreadPoolExecutor timer;

    public SystemTime(Shutdown shutdown) {
        this.shutdown = shutdown;
        this.timer = new ScheduledThreadPoolExecutor(1, SystemTime::timerThread);
        this.timer.setRemoveOnCancelPolicy(true);
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

    @Override
    public Future<?> schedule(Runnable task, Duration delay) {
        return timer.schedule(task, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
    }

    @Override
    public RandomGenerator random() {
        return RANDOM;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private static Thread timerThread(Runnable task) {
        Thread thread = new Thread(task, "backoff-timer");
        thread.setDaemon(true);
        return thread;
    }
}
