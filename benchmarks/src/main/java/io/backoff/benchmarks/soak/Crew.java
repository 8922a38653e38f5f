package io.backoff.benchmarks.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** The threads of the experiment itself, shared by all applications. */
final class Crew implements AutoCloseable {

    private static final int POOL = 3;
    // A call that blocks its thread this long is stuck: a blocking attempt takes at most 20 ms, a delay at most 8 ms.
    private static final long LONGEST_BLOCK_SECONDS = 10;

    private final Stage stage = new Stage();
    private final List<Driver> drivers = new ArrayList<>();
    private final ScheduledExecutorService pool;

    Crew(int size, long seed) {
        AtomicLong numbers = new AtomicLong();
        this.pool = Executors.newScheduledThreadPool(POOL, task -> daemon(task, numbers.incrementAndGet()));
        for (int i = 1; i <= size; i++) {
            Driver driver = new Driver(i, seed, stage, pool);
            drivers.add(driver);
            driver.start();
        }
    }

    private static Thread daemon(Runnable task, long number) {
        Thread thread = new Thread(task, "soak-pool-" + number);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns a target for guarded methods to call. It completes delayed futures on this crew's pool. */
    Target target() {
        return new Target(pool);
    }

    /** Makes the drivers call the application. */
    void call(Life life) {
        stage.open(life);
    }

    /** Stops the drivers, and waits until their blocking calls have ended. */
    void pause(Life life) throws InterruptedException {
        while (!stage.clear(LONGEST_BLOCK_SECONDS)) {
            for (Driver driver : drivers) {
                life.violations.unless(
                        false, "%s hangs: %s", driver.getName(), Arrays.toString(driver.getStackTrace()));
            }
        }
    }

    /**
     * Interrupts the call of one of the drivers.
     *
     * @return {@code false} if that driver is not in a call
     */
    boolean interruptAny(RandomGenerator random) {
        return drivers.get(random.nextInt(drivers.size())).interruptCall();
    }

    ScheduledFuture<?> repeat(Runnable task, Duration delay) {
        return pool.scheduleWithFixedDelay(task, delay.toMillis(), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends all threads. Must not be called while calls are made. */
    @Override
    public void close() {
        stage.end();
        pool.shutdownNow();
    }
}
