package io.backoff.rewrite.equivalence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The clock and the randomness of the old libraries. Their code calls it in place of the JDK: see {@link Libraries}. */
public final class InjectedTime {

    private static final long START = 1_767_225_600_000L;
    private static final long SEED = 42;

    private static final List<Duration> WAITS = new ArrayList<>();
    private static final Random RANDOM = new Random(SEED);
    private static long millis = START;

    private InjectedTime() {}

    /** Replaces {@link Thread#sleep(long)}. */
    public static synchronized void sleep(long delay) {
        WAITS.add(Duration.ofMillis(delay));
        pass(Duration.ofMillis(delay));
    }

    /** Replaces {@link System#currentTimeMillis()}. */
    public static synchronized long currentTimeMillis() {
        return millis;
    }

    /** Replaces {@link Math#random()}. */
    public static synchronized double random() {
        return RANDOM.nextDouble();
    }

    /** Replaces {@code new Random()}. */
    public static synchronized long seed() {
        return RANDOM.nextLong();
    }

    /** Replaces {@link ScheduledExecutorService#schedule(Runnable, long, TimeUnit)}: the task runs before it returns. */
    public static ScheduledFuture<?> schedule(
            ScheduledExecutorService scheduler, Runnable task, long delay, TimeUnit unit) {
        sleep(unit.toMillis(delay));
        task.run();
        return scheduler.schedule(() -> {}, 0, unit);
    }

    static synchronized void pass(Duration time) {
        millis += time.toMillis();
    }

    /** Returns the delays since the last call of this method. */
    static synchronized List<Duration> takeWaits() {
        var waits = List.copyOf(WAITS);
        WAITS.clear();
        return waits;
    }

    static synchronized void restart() {
        WAITS.clear();
        RANDOM.setSeed(SEED);
    }
}
