package io.backoff.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** The clock of this machine. Sleepers and delayed tasks wake when the application shuts down. */
public final class SystemTime implements TimeSource, AutoCloseable {

    private static final RandomGenerator RANDOM =
            () -> ThreadLocalRandom.current().nextLong();

    private final Shutdown shutdown;
    private final Timer timer;

    /**
     * A clock that runs delayed tasks on the executor.
     *
     * @param executor takes tasks when they are due, so that no task runs on the timer's thread
     */
    public SystemTime(Shutdown shutdown, Executor executor) {
        this.shutdown = shutdown;
        this.timer = new Timer(executor);
        shutdown.onBegin(timer::wake);
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
    public Scheduled schedule(Runnable task, Duration delay) {
        return timer.schedule(task, delay, true);
    }

    @Override
    public Scheduled timeout(Runnable task, Duration limit) {
        return timer.schedule(task, limit, false);
    }

    @Override
    public RandomGenerator random() {
        return RANDOM;
    }

    @Override
    public void close() {
        timer.close();
    }
}
