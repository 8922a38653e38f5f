package io.backoff.redelivery;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Looks after the table every few seconds, on a thread of its own: databases are slow at times. */
final class RedeliveryHousekeeping implements SmartInitializingSingleton, DisposableBean {

    private static final Log logger = LogFactory.getLog(RedeliveryHousekeeping.class);

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final RedeliveredMethods methods;
    private final List<Runnable> work;
    private final Executor threads;
    private final TimeSource time;
    private TimeSource.@Nullable Scheduled next;
    private volatile boolean closed;
    private boolean failed;

    /**
     * Without effect yet.
     *
     * @param work what there is to do, again and again
     */
    RedeliveryHousekeeping(RedeliveredMethods methods, List<Runnable> work, Executor threads, TimeSource time) {
        this.methods = methods;
        this.work = work;
        this.threads = threads;
        this.time = time;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!methods.all().isEmpty()) {
            schedule();
        }
    }

    /** Waits for nothing: a database that is gone is no reason for the application to stay. */
    @Override
    public void destroy() {
        closed = true;
        TimeSource.Scheduled waiting = next;
        if (waiting != null) {
            waiting.cancel();
        }
    }

    // As a timeout, which unlike a delay nobody waits for: fake time would hurry from one to the next without end.
    private void schedule() {
        try {
            next = time.timeout(() -> threads.execute(this::run), INTERVAL);
        } catch (RejectedExecutionException stopping) {
            closed = true;
        }
    }

    private void run() {
        if (closed) {
            return;
        }
        try {
            runNow();
        } finally {
            schedule();
        }
    }

    /** Does all there is to do, now. */
    synchronized void runNow() {
        try {
            work.forEach(Runnable::run);
            failed = false;
        } catch (RuntimeException | LinkageError failure) {
            if (!failed && !closed) {
                logger.warn("The table of stored calls cannot be looked after; it is tried again", failure);
            }
            failed = true;
        }
    }
}
