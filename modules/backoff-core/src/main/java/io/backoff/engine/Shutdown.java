package io.backoff.engine;

import io.backoff.Internal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends delays and retries when the application stops.
 *
 * <p>During a shutdown, calls still work but make one attempt each. The shutdown ends when the application context
 * starts again.
 */
@Internal
public final class Shutdown {

    private final List<Runnable> wakers = new CopyOnWriteArrayList<>();
    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();
    private volatile CountDownLatch latch = new CountDownLatch(1);

    /** Creates a shutdown that has not begun. */
    public Shutdown() {}

    /** Begins the shutdown: ends current delays, and prevents further ones. */
    public void begin() {
        latch.countDown();
        parked.forEach(LockSupport::unpark);
        wakers.forEach(Runnable::run);
    }

    /**
     * Registers a task that runs when a shutdown begins.
     *
     * @param waker runs when a shutdown begins
     */
    public void onBegin(Runnable waker) {
        wakers.add(waker);
    }

    /** Ends the shutdown: calls retry again. */
    public synchronized void end() {
        if (underWay()) {
            latch = new CountDownLatch(1);
        }
    }

    /** {@return whether the application is stopping} */
    public boolean underWay() {
        return latch.getCount() == 0;
    }

    /**
     * Waits until the time has passed or a shutdown begins.
     *
     * @param time the time to wait
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    @SuppressWarnings("ResultOfMethodCallIgnored")
    public void await(Duration time) throws InterruptedException {
        latch.await(nanos(time), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until the time has passed, the current thread is unparked or a shutdown begins. May return early for no
     * reason, like {@link LockSupport#parkNanos}.
     *
     * @param time the time to wait
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    public void park(Duration time) throws InterruptedException {
        Thread thread = Thread.currentThread();
        parked.add(thread);
        try {
            // If a shutdown began before the thread was added to 'parked', it does not wake this thread.
            if (!underWay()) {
                LockSupport.parkNanos(this, nanos(time));
            }
        } finally {
            parked.remove(thread);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static long nanos(Duration time) {
        return TimeUnit.NANOSECONDS.convert(time);
    }
}
