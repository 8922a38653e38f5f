package io.backoff.engine.time;

import java.time.Duration;
import java.util.Optional;

/** A task that is repeated without end, an interval after its last run ended. */
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
