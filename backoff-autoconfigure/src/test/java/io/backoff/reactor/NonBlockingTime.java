package io.backoff.reactor;

import io.backoff.engine.ForwardedTime;
import io.backoff.engine.TimeSource;
import java.time.Duration;
import reactor.core.scheduler.Schedulers;

/** Time that fails a call that sleeps, on any thread. */
final class NonBlockingTime extends ForwardedTime {

    NonBlockingTime(TimeSource time) {
        super(time);
    }

    @Override
    public void sleep(Duration delay) {
        throw new AssertionError("Slept, on a non-blocking thread: " + Schedulers.isInNonBlockingThread());
    }
}
