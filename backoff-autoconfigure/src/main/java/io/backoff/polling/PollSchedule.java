package io.backoff.polling;

import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.engine.time.Repeater;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.springframework.scheduling.TaskScheduler;

/** Schedules runs on a Spring {@code TaskScheduler}, with the clock of that scheduler. */
record PollSchedule(Supplier<TaskScheduler> scheduler) implements Repeater.Schedule {

    @Override
    public long nanoTime() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, now());
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        Future<?> scheduled = scheduler.get().schedule(task, now().plus(delay));
        return () -> scheduled.cancel(false);
    }

    private Instant now() {
        return scheduler.get().getClock().instant();
    }
}
