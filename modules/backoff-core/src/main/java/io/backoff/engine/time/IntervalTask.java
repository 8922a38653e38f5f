package io.backoff.engine.time;

import java.time.Duration;
import java.util.Optional;

/** A task that repeats forever. One interval passes between the end of a run and the start of the next. */
record IntervalTask(Duration interval, Runnable task) implements Repeater.Task {

    @Override
    public void run() {
        task.run();
    }

    @Override
    public Optional<Duration> next() {
        return Optional.of(interval);
    }
}
