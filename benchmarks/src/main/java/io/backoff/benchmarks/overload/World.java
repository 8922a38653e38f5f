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

    /**
     * The clock of this machine, and ten worker threads. They sleep instead of working, so that processors are no
     * bottleneck.
     */
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

    /** Virtual time. A worker needs no thread: it is busy until a scheduled event ends its work. */
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
