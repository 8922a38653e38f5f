package io.backoff.redelivery;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
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

    /** What has failed when it was done last, and been told of. */
    private final Set<Runnable> failing = Collections.newSetFromMap(new IdentityHashMap<>());

    private TimeSource.@Nullable Scheduled next;
    private volatile boolean closed;

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
        if (closed) {
            return;
        }
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

    /** Does all there is to do, now. What fails keeps nothing else from being done. */
    synchronized void runNow() {
        work.forEach(this::run);
    }

    private void run(Runnable job) {
        try {
            job.run();
            failing.remove(job);
        } catch (RuntimeException | LinkageError failure) {
            if (failing.add(job) && !closed) {
                logger.warn("The table of stored calls cannot be looked after; it is tried again", failure);
            }
        }
    }
}
