package io.backoff.redelivery.delivery;

import io.backoff.engine.TimeSource;
import io.backoff.engine.time.Repeater;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.redelivery.method.RedeliveredMethods;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Runs housekeeping jobs on the table of stored calls every few seconds, on a separate thread because databases may be
 * slow.
 */
public final class RedeliveryHousekeeping implements SmartInitializingSingleton, DisposableBean {

    private static final Logger logger = SpringLogger.of(RedeliveryHousekeeping.class);

    private static final LogMessage HOUSEKEEPING_FAILED =
            LogMessage.warning("Housekeeping of stored calls failed; it is tried again");

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final RedeliveredMethods methods;
    private final List<Runnable> work;
    private final Repeater repeater;

    /** Limits the log to one failure per job until that job succeeds again. */
    private final LogLimit once = LogLimit.once();

    /**
     * Creates housekeeping that starts once all singletons exist.
     *
     * @param work the jobs, in order
     */
    public RedeliveryHousekeeping(RedeliveredMethods methods, List<Runnable> work, Executor threads, TimeSource time) {
        this.methods = methods;
        this.work = work;
        this.repeater = Repeater.every(INTERVAL, this::runNow, Repeater.Schedule.inBackground(time, threads));
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!methods.all().isEmpty()) {
            repeater.start(INTERVAL);
        }
    }

    /**
     * Stops the jobs. Does not wait for a job in progress, because an unreachable database must not delay the shutdown.
     */
    @Override
    public void destroy() {
        repeater.close();
    }

    /** Runs all jobs now. A job that fails does not affect the others. */
    synchronized void runNow() {
        work.forEach(this::run);
    }

    private void run(Runnable job) {
        try {
            job.run();
            once.reset(job);
        } catch (RuntimeException | LinkageError failure) {
            if (!repeater.isClosed() && once.isFirst(job)) {
                HOUSEKEEPING_FAILED.with().log(logger, failure);
            }
        }
    }
}
