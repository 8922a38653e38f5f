package io.backoff.aop;

import io.backoff.engine.ForwardedTime;
import io.backoff.engine.time.RetryThread;
import io.backoff.test.FakeTime;
import java.time.Duration;

/** Fake time whose delays end on their own threads, as real delays do. */
public final class OtherThreadTime extends ForwardedTime {

    OtherThreadTime() {
        super(new FakeTime());
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
        return purpose == Purpose.DELAY
                ? super.schedule(() -> new RetryThread(task, "backoff-retry-1").start(), delay, purpose)
                : super.schedule(task, delay, purpose);
    }
}
