package io.backoff.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Tells when calls begin: the clock of a {@link TimeSource}, read less often. While more than a million of them begin in
 * a second, a thread reads the clock for all, every millisecond: for a call, that is a read of a field instead of 20 ns.
 * It ends as soon as calls pause.
 *
 * <p>Meanwhile it also runs, every ten milliseconds and once more at the end, what has been put off to have less to do
 * for each call.
 */
public final class BusyClock {

    private static final int MANY = 1_000_000;
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(1);
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int TICKS_PER_ROUND = 10;
    // Calls are counted by sample, so that threads need not share what they write; any bits but the lowest will do.
    private static final int SAMPLED = 64;
    private static final long SAMPLE = (SAMPLED - 1) << 4;
    /** Instead of a time, when calls are not that many. */
    static final long IDLE = 0;

    private final LongSupplier clock;
    private final int many;
    private final List<Runnable> tasks = new CopyOnWriteArrayList<>();
    private final AtomicBoolean ticking = new AtomicBoolean();
    // One field for the time and for whether it is kept here: each volatile one costs a call half a nanosecond.
    private volatile long tick = IDLE;
    // Written without regard to other threads: a good guess is good enough.
    private boolean used;
    private int calls;
    private long window;

    private BusyClock(LongSupplier clock, int many) {
        this.clock = clock;
        this.many = many;
        this.window = clock.getAsLong();
    }

    /** Shares a reading of that clock among all calls while there are many. */
    static BusyClock of(LongSupplier clock) {
        return new BusyClock(clock, MANY);
    }

    /** Reads that clock for each call. */
    static BusyClock neverBusy(LongSupplier clock) {
        return new BusyClock(clock, Integer.MAX_VALUE);
    }

    /** The time; while busy, up to a tick ago, or more if the machine has no time for our thread. */
    long beginOfCall() {
        long last = tickWhileBusy();
        return last != IDLE ? last : read();
    }

    /** The time when a call begins while busy, {@link #IDLE} otherwise. */
    long tickWhileBusy() {
        long last = tick;
        if (last != IDLE && !used) {
            used = true;
        }
        return last;
    }

    /** Whether so many calls begin at the moment. What only has to be done before somebody looks may then be put off. */
    boolean isBusy() {
        return tick != IDLE;
    }

    /** Adds what catches up with work that was put off: it runs from time to time while busy, and once more after. */
    void whileBusy(Runnable task) {
        tasks.add(task);
    }

    private long read() {
        long now = clock.getAsLong();
        if ((now & SAMPLE) == 0) {
            sample(now);
        }
        return now;
    }

    private void sample(long now) {
        if (now - window > WINDOW) {
            window = now;
            calls = 0;
        }
        calls += SAMPLED;
        if (calls > many && ticking.compareAndSet(false, true)) {
            calls = 0;
            start();
        }
    }

    private void start() {
        Thread thread = new Thread(this::tickWhileUsed, "backoff-clock");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError | StackOverflowError noThread) {
            ticking.set(false);
        }
    }

    private void tickWhileUsed() {
        used = true;
        tick();
        try {
            while (used) {
                used = false;
                for (int i = 0; i < TICKS_PER_ROUND; i++) {
                    LockSupport.parkNanos(TICK);
                    tick();
                }
                catchUp();
            }
        } finally {
            rest();
            ticking.set(false);
            catchUp();
        }
    }

    /** It is busy, and this is the time. */
    void tick() {
        long now = clock.getAsLong();
        tick = now == IDLE ? now + 1 : now;
    }

    /** It is busy no more. */
    void rest() {
        tick = IDLE;
    }

    void catchUp() {
        tasks.forEach(Runnable::run);
    }
}
