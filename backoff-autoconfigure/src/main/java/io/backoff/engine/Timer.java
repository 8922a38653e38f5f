package io.backoff.engine;

import io.backoff.engine.TimeSource.Scheduled;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One thread that knows when tasks are due, and an executor that runs them. The thread starts with the first task and
 * ends when there has been none for a while.
 *
 * <p>A queue of small entries instead of a scheduled executor: what waits is counted in millions, and a scheduled future
 * weighs three times as much.
 */
final class Timer {

    private static final Logger logger = System.getLogger(Timer.class.getName());
    private static final long BUSY_RETRY = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long IDLE = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition sooner = lock.newCondition();
    private final DueQueue queue = new DueQueue();
    private boolean running;
    private volatile boolean closed;

    Timer(String name, Executor executor) {
        this.name = name;
        this.executor = executor;
    }

    /**
     * Runs the task when it is due.
     *
     * @throws RejectedExecutionException if the timer is closed
     */
    Scheduled schedule(Runnable task, Duration delay) {
        // Half of the range at most: due times are compared by difference.
        long nanos = Math.min(TimeUnit.NANOSECONDS.convert(delay), Long.MAX_VALUE >> 1);
        Due due = new Due(this, task, System.nanoTime() + nanos);
        lock.lock();
        try {
            // Under the lock: a task that came in after the last wake would never run.
            if (closed) {
                throw new RejectedExecutionException("The application has stopped");
            }
            add(due);
        } finally {
            lock.unlock();
        }
        return due;
    }

    void cancel(Due due) {
        lock.lock();
        try {
            queue.remove(due);
        } finally {
            lock.unlock();
        }
    }

    /** Runs now what would wait. */
    void wake() {
        takeAll().forEach(this::run);
    }

    /** Runs now what would wait, and accepts no more. */
    void close() {
        closed = true;
        wake();
    }

    private List<Due> takeAll() {
        lock.lock();
        try {
            sooner.signal();
            return queue.removeAll();
        } finally {
            lock.unlock();
        }
    }

    private void add(Due due) {
        startThread();
        queue.add(due);
        if (queue.first() == due) {
            sooner.signal();
        }
    }

    private void startThread() {
        if (!running) {
            Thread thread = new Thread(this::runDue, name);
            thread.setDaemon(true);
            thread.start();
            running = true;
        }
    }

    @SuppressWarnings("StatementWithEmptyBody")
    private void runDue() {
        while (runNext()) {}
    }

    /** Runs the next task when it is due; {@code false} ends the thread. */
    private boolean runNext() {
        Due due = next();
        if (due != null) {
            run(due);
        }
        return due != null;
    }

    /** Waits for the next task; {@code null} ends the thread. */
    private @Nullable Due next() {
        lock.lock();
        try {
            long idleUntil = System.nanoTime() + IDLE;
            while (true) {
                long left = left(idleUntil);
                if (left <= 0) {
                    return takeFirst();
                }
                await(left);
            }
        } finally {
            lock.unlock();
        }
    }

    // Apart, so that a thread that waits holds on to no task, which may be cancelled meanwhile.
    private long left(long idleUntil) {
        Due first = queue.first();
        if (first == null && closed) {
            return 0;
        }
        return (first == null ? idleUntil : first.time) - System.nanoTime();
    }

    private @Nullable Due takeFirst() {
        Due first = queue.first();
        running = first != null;
        if (first != null) {
            queue.remove(first);
        }
        return first;
    }

    @SuppressWarnings("ResultOfMethodCallIgnored")
    private void await(long nanos) {
        try {
            sooner.awaitNanos(nanos);
        } catch (InterruptedException ignored) {
            // Nobody has a reason to interrupt it; what waits here must not be lost to somebody's mistake.
            return;
        }
    }

    private void run(Due due) {
        try {
            executor.execute(due.task);
        } catch (RejectedExecutionException | OutOfMemoryError busy) {
            // Out of memory also means out of threads. Either way calls depend on this task.
            runLater(due);
        } catch (Throwable failure) {
            logger.log(Level.WARNING, "A delayed task failed", failure);
        }
    }

    private void runLater(Due due) {
        if (closed) {
            due.task.run();
            return;
        }
        lock.lock();
        try {
            add(new Due(this, due.task, System.nanoTime() + BUSY_RETRY));
        } finally {
            lock.unlock();
        }
    }
}
