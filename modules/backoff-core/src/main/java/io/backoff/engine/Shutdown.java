package io.backoff.engine;

import io.backoff.Internal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Notifies calls that the application is stopping: sleepers wake, and no further retry starts.
 *
 * <p>Calls still work afterwards, with one attempt each. The shutdown ends when the application context starts again.
 */
@Internal
public final class Shutdown {

    private final List<Runnable> wakers = new CopyOnWriteArrayList<>();
    private volatile CountDownLatch latch = new CountDownLatch(1);

    /** Wakes all sleepers; from now on nothing sleeps. */
    public void begin() {
        latch.countDown();
        wakers.forEach(Runnable::run);
    }

    /** Registers a task to run when a shutdown begins. */
    public void onBegin(Runnable waker) {
        wakers.add(waker);
    }

    /** Ends the shutdown: calls sleep and retry again. */
    public synchronized void end() {
        if (underWay()) {
            latch = new CountDownLatch(1);
        }
    }

    /** Whether the application is stopping. */
    public boolean underWay() {
        return latch.getCount() == 0;
    }

    /**
     * Waits for the time to pass or for a shutdown to begin, whichever comes first.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    @SuppressWarnings("ResultOfMethodCallIgnored")
    public void await(Duration time) throws InterruptedException {
        latch.await(nanos(time), TimeUnit.NANOSECONDS);
    }

    private static long nanos(Duration time) {
        return TimeUnit.NANOSECONDS.convert(time);
    }
}
