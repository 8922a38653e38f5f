package io.backoff.engine.time;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Schedules the runs of a repeater with a {@link TimeSource}.
 *
 * @param purpose the purpose of the delays
 * @param executor runs the tasks that are due
 */
record TimeSchedule(TimeSource time, Purpose purpose, Executor executor) implements Repeater.Schedule {

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        return time.schedule(() -> executor.execute(task), delay, purpose);
    }
}
