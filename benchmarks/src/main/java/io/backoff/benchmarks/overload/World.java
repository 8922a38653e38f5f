package io.backoff.benchmarks.overload;

import io.backoff.engine.Shutdown;
import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.time.SystemTimeSource;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The environment of a run: the clock, and how a server's worker spends time. These are the only differences between
 * runs in real and in virtual time.
 */
record World(TimeSource time, Work work) {

    /** The clock of this machine, and ten threads that sleep, so that processors are no bottleneck. */
    static World real() {
        SystemTimeSource time = new SystemTimeSource(new Shutdown(), Runnable::run);
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                Server.WORKERS, Server.WORKERS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        workers.allowCoreThreadTimeOut(true);
        return new World(
                time,
                (span, done) -> workers.execute(() -> {
                    sleep(time, span);
                    done.run();
                }));
    }

    /** Virtual time, in which a busy worker is an event at the time when its work is done. */
    static World virtual(TimeSource time) {
        return new World(time, (span, done) -> time.schedule(done, span, Purpose.DELAY));
    }

    private static void sleep(TimeSource time, Duration span) {
        try {
            time.sleep(span);
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
    }

    /** Keeps one worker busy. */
    @FunctionalInterface
    interface Work {

        void spend(Duration span, Runnable done);
    }
}
