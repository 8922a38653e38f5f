package io.backoff.engine;

/** A clock that is as busy as a test wants it to be. */
public final class Busyness {

    private final BusyClock clock;

    public Busyness(TimeSource time) {
        this.clock = BusyClock.neverBusy(time::nanoTime);
    }

    public BusyClock clock() {
        return clock;
    }

    public void begin() {
        clock.tick();
    }

    public void end() {
        clock.rest();
    }

    /** What runs from time to time while it is busy. */
    public void catchUp() {
        clock.catchUp();
    }

    public static boolean isBusy(TimeSource time) {
        return time.calls().isBusy();
    }
}
