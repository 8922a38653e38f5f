package io.backoff.engine;

import io.backoff.engine.TimeSource.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread that knows when tasks are due, and an executor that runs them. The thread starts with the first task.
 *
 * <p>A queue of small entries instead of a scheduled executor: what waits is counted in millions, and a scheduled future
 * weighs three times as much.
 */
final class Timer {

    private static final long BUSY_RETRY = TimeUnit.MILLISECONDS.toNanos(10);

    private final Executor executor;
    private final DelayQueue<Entry> queue = new DelayQueue<>();
    private @Nullable Thread thread;
    private volatile boolean closed;

    Timer(Executor executor) {
        this.executor = executor;
    }

    /**
     * Runs the task when it is due.
     *
     * @param wakeable whether the task is run early when the application stops
     */
    Scheduled schedule(Runnable task, Duration delay, boolean wakeable) {
        if (closed) {
            throw new RejectedExecutionException("The application has stopped");
        }
        startThread();
        // Half of the range at most: due times are compared by difference.
        long nanos = Math.min(TimeUnit.NANOSECONDS.convert(delay), Long.MAX_VALUE >> 1);
        Entry entry = new Entry(task, System.nanoTime() + nanos, wakeable);
        queue.add(entry);
        return entry;
    }

    /** Runs now what would wait. */
    void wake() {
        List<Entry> waiting = new ArrayList<>(queue);
        for (Entry entry : waiting) {
            if (entry.wakeable && queue.remove(entry)) {
                run(entry);
            }
        }
    }

    void close() {
        closed = true;
        wake();
        synchronized (this) {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    private synchronized void startThread() {
        if (thread == null) {
            thread = new Thread(this::runDue, "backoff-timer");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void runDue() {
        try {
            while (!closed) {
                run(queue.take());
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Entry entry) {
        Runnable task = entry.claim();
        if (task == null) {
            return;
        }
        try {
            executor.execute(task);
        } catch (RejectedExecutionException busy) {
            if (closed) {
                task.run();
            } else {
                queue.add(new Entry(task, System.nanoTime() + BUSY_RETRY, entry.wakeable));
            }
        }
    }

    /** A task until it runs or is cancelled; then only the entry stays, until it would have been due. */
    private static final class Entry implements Delayed, Scheduled {

        private final long due;
        private final boolean wakeable;
        private @Nullable Runnable task;

        Entry(Runnable task, long due, boolean wakeable) {
            this.task = task;
            this.due = due;
            this.wakeable = wakeable;
        }

        @Override
        public void cancel() {
            claim();
        }

        synchronized @Nullable Runnable claim() {
            Runnable claimed = task;
            task = null;
            return claimed;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return other instanceof Entry entry ? Long.signum(due - entry.due) : 0;
        }
    }
}
