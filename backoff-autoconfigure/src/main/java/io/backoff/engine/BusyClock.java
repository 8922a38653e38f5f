package io.backoff.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Tells when calls begin. While more than a million of them begin in a second, a thread reads the clock for all, every
 * millisecond: for a call, that is a read of a field instead of 20 ns. It ends as soon as calls pause.
 *
 * <p>Meanwhile it also runs, every ten milliseconds and once more at the end, what has been put off to have less to do
 * for each call.
 */
final class BusyClock {

    private static final int MANY = 1_000_000;
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(1);
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int TICKS_PER_ROUND = 10;
    // Calls are counted by sample, so that threads need not share what they write; any bits but the lowest will do.
    private static final int SAMPLED = 64;
    private static final long SAMPLE = (SAMPLED - 1) << 4;

    private final LongSupplier clock;
    private final List<Runnable> tasks = new CopyOnWriteArrayList<>();
    private final AtomicBoolean ticking = new AtomicBoolean();
    private volatile long tick;
    private volatile boolean busy;
    // Written without regard to other threads: a good guess is good enough.
    private boolean used;
    private int calls;
    private long window;

    BusyClock(LongSupplier clock) {
        this.clock = clock;
        this.window = clock.getAsLong();
    }

    /** The time; while busy, up to a tick ago, or more if the machine has no time for our thread. */
    long beginOfCall() {
        if (busy) {
            if (!used) {
                used = true;
            }
            return tick;
        }
        long now = clock.getAsLong();
        if ((now & SAMPLE) == 0) {
            sample(now);
        }
        return now;
    }

    boolean isBusy() {
        return busy;
    }

    void whileBusy(Runnable task) {
        tasks.add(task);
    }

    private void sample(long now) {
        if (now - window > WINDOW) {
            window = now;
            calls = 0;
        }
        calls += SAMPLED;
        if (calls > MANY && ticking.compareAndSet(false, true)) {
            calls = 0;
            start();
        }
    }

    private void start() {
        Thread thread = new Thread(this::tickWhileUsed, "backoff-clock");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError noMoreThreads) {
            ticking.set(false);
        }
    }

    private void tickWhileUsed() {
        tick = clock.getAsLong();
        used = true;
        busy = true;
        try {
            while (used) {
                used = false;
                for (int i = 0; i < TICKS_PER_ROUND; i++) {
                    LockSupport.parkNanos(TICK);
                    tick = clock.getAsLong();
                }
                tasks.forEach(Runnable::run);
            }
        } finally {
            busy = false;
            ticking.set(false);
            tasks.forEach(Runnable::run);
        }
    }
}
