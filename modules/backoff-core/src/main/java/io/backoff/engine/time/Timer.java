package io.backoff.engine.time;

import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hands delayed tasks to an executor when they are due, except for each {@link QuickTask}, which it runs itself. Uses
 * one thread, which starts with the first task and ends after ten seconds without tasks.
 */
final class Timer {

    private static final Logger logger = System.getLogger(Timer.class.getName());

    private static final LogMessage TASK_FAILED = LogMessage.warning("A delayed task failed");

    private static final Duration BUSY_RETRY = Duration.ofMillis(10);
    private static final long IDLE_SECONDS = 10;

    private final Executor executor;
    private final ScheduledThreadPoolExecutor clock;
    // This is only a flag, because shutting down the clock would silently cancel tasks that are scheduled concurrently.
    private volatile boolean closed;

    Timer(String name, Executor executor) {
        this.executor = executor;
        // The thread gets the class loader of the application, not that of the call that happens to start the thread.
        // If the executor starts virtual threads for the tasks, they inherit the class loader of this thread.
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        this.clock = new ScheduledThreadPoolExecutor(1, task -> daemon(task, name, loader));
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        // Cancelled calls must not stay in memory until the end of their delay.
        clock.setRemoveOnCancelPolicy(true);
    }

    private static Thread daemon(Runnable task, String name, @Nullable ClassLoader loader) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        return thread;
    }

    /**
     * Runs the task when it is due.
     *
     * @throws RejectedExecutionException if the timer is closed
     */
    Scheduled schedule(Runnable task, Duration delay) {
        if (closed) {
            throw new RejectedExecutionException("The application has stopped");
        }
        Delayed delayed = new Delayed(task);
        delayed.future = clock.schedule(delayed, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
        // The timer may have been closed meanwhile, and may have run the waiting tasks before this one was added.
        if (closed) {
            wake();
        }
        return delayed;
    }

    /** Runs all waiting tasks immediately. */
    void wake() {
        for (Runnable waiting : clock.getQueue().toArray(Runnable[]::new)) {
            if (clock.getQueue().remove(waiting)) {
                waiting.run();
            }
        }
    }

    /** Runs all waiting tasks immediately, and accepts no new tasks. */
    void close() {
        closed = true;
        clock.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
        wake();
    }

    /** A task and its handle, combined in one object because there may be a million of them. */
    private final class Delayed implements Callable<@Nullable Void>, Scheduled {

        private final Runnable task;
        private @Nullable Future<?> future;

        Delayed(Runnable task) {
            this.task = task;
        }

        @Override
        public @Nullable Void call() {
            try {
                Runnable next = task instanceof QuickTask quick ? quick.begin() : task;
                if (next != null) {
                    handOver(next);
                }
            } catch (Throwable failure) {
                TASK_FAILED.with().log(logger, failure);
            }
            return null;
        }

        private void handOver(Runnable next) {
            try {
                executor.execute(next);
            } catch (RejectedExecutionException | OutOfMemoryError busy) {
                // The executor is full or, in the case of an OutOfMemoryError, perhaps cannot create a thread. The task
                // must run in either case, because calls wait for it.
                runLater(next);
            }
        }

        private void runLater(Runnable next) {
            try {
                schedule(next, BUSY_RETRY);
            } catch (RejectedExecutionException stopped) {
                next.run();
            }
        }

        @Override
        public void cancel() {
            if (future != null) {
                future.cancel(false);
            }
        }
    }
}
