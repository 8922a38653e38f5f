package io.backoff.engine.time;

import java.time.Duration;
import java.util.Optional;

/** A task that repeats forever. Each run starts an interval after the end of the previous one. */
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
