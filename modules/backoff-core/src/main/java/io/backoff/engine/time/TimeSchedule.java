package io.backoff.engine.time;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Schedules the runs of a repeater with a {@link TimeSource}.
 *
 * @param purpose the purpose of the delays
 * @param own runs the tasks that are due; {@code null} if the threads of the clock run them
 */
record TimeSchedule(
        TimeSource time, Purpose purpose, @Nullable Executor own) implements Repeater.Schedule {

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        return time.schedule(own == null ? task : handOver(task, own), delay, purpose);
    }

    // A quick task, because retries may block all threads of the clock for longer than a lease lasts.
    private static QuickTask handOver(Runnable task, Executor own) {
        return () -> {
            own.execute(task);
            return null;
        };
    }
}
