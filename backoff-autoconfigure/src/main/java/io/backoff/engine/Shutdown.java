package io.backoff.engine;

import io.backoff.Internal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells calls that the application is stopping: sleepers wake, and no further retry starts.
 *
 * <p>Calls still work afterwards, with one attempt each. A context that starts again ends the shutdown.
 */
@Internal
public final class Shutdown {

    private final List<Runnable> wakers = new CopyOnWriteArrayList<>();
    private volatile CountDownLatch gate = new CountDownLatch(1);

    /** Wakes all sleepers; from now on nothing sleeps. */
    public void begin() {
        gate.countDown();
        wakers.forEach(Runnable::run);
    }

    /** Adds something to run when a shutdown begins. */
    public void onBegin(Runnable waker) {
        wakers.add(waker);
    }

    /** Back to normal. */
    public synchronized void end() {
        if (underWay()) {
            gate = new CountDownLatch(1);
        }
    }

    /** Whether the application is stopping. */
    public boolean underWay() {
        return gate.getCount() == 0;
    }

    /**
     * Waits for the time to pass or for a shutdown to begin, whichever comes first.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    @SuppressWarnings("ResultOfMethodCallIgnored")
    public void await(Duration time) throws InterruptedException {
        gate.await(nanos(time), TimeUnit.NANOSECONDS);
    }

    private static long nanos(Duration time) {
        return TimeUnit.NANOSECONDS.convert(time);
    }
}
