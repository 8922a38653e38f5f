package io.backoff.engine;

import java.time.Duration;

/** A time source that runs a hook whenever a call falls asleep. */
public final class HookedTime extends ForwardedTime {

    private final Runnable hook;

    public HookedTime(TimeSource time, Runnable hook) {
        super(time);
        this.hook = hook;
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
        hook.run();
        super.sleep(delay);
    }
}
