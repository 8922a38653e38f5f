package io.backoff.benchmarks.soak;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** The application that drivers call at the moment. They wait for the next one between two calls. */
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

    /** Lets no more calls begin, and waits for those that block; {@code false} when they do not end. */
    boolean clear(long seconds) throws InterruptedException {
        boolean cleared = lock.writeLock().tryLock(seconds, TimeUnit.SECONDS);
        if (cleared) {
            life = null;
        }
        return cleared;
    }

    /** Sends the drivers home. */
    void end() {
        over = true;
        // Not so when something has failed while they were at work.
        if (lock.isWriteLockedByCurrentThread()) {
            lock.writeLock().unlock();
        }
    }

    /** One step of a driver; {@code false} when there are no more. */
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

    /** What a driver does with an application. */
    @FunctionalInterface
    interface Act {

        void play(Life life);
    }
}
