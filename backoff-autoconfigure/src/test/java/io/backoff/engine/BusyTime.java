package io.backoff.engine;

import io.backoff.test.FakeTime;

/** A time of tests in which there are as many calls as a test wants there to be. */
public final class BusyTime extends ForwardedTime {

    public final FakeTime fake;
    public final Busyness busyness;

    public BusyTime() {
        this(new FakeTime());
    }

    BusyTime(FakeTime fake) {
        super(fake);
        this.fake = fake;
        this.busyness = new Busyness(fake);
    }

    @Override
    public BusyClock calls() {
        return busyness.clock();
    }
}
