package io.backoff.benchmarks.soak;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** The application that drivers currently call. Between two applications, the drivers wait. */
final class Stage {

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private @Nullable Life life;
    private volatile boolean over;

    Stage() {
        lock.writeLock().lock();
    }

    /** Lets drivers make calls. */
    void open(Life next) {
        life = next;
        lock.writeLock().unlock();
    }

    /**
     * Prevents further calls, and waits until blocking calls have ended.
     *
     * @return {@code false} if the blocking calls do not end in time
     */
    boolean clear(long seconds) throws InterruptedException {
        boolean cleared = lock.writeLock().tryLock(seconds, TimeUnit.SECONDS);
        if (cleared) {
            life = null;
        }
        return cleared;
    }

    /** Ends the drivers. */
    void end() {
        over = true;
        // The lock is not held if something failed while drivers were at work.
        if (lock.isWriteLockedByCurrentThread()) {
            lock.writeLock().unlock();
        }
    }

    /**
     * Runs one step of a driver.
     *
     * @return {@code false} if there are no more steps
     */
    boolean step(Act act) {
        lock.readLock().lock();
        try {
            if (life != null) {
                act.play(life);
            }
            return !over;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The action of a driver on an application. */
    @FunctionalInterface
    interface Act {

        void play(Life life);
    }
}
