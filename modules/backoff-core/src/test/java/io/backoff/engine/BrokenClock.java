package io.backoff.engine;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** A clock that throws on every call after the first few. */
public final class BrokenClock extends ForwardedTime {

    private final Throwable broken;
    private int working;

    /**
     * A clock that breaks later.
     *
     * @param working number of calls that succeed before
     */
    public BrokenClock(TimeSource time, int working, Throwable broken) {
        super(time);
        this.working = working;
        this.broken = broken;
    }

    @Override
    public long nanoTime() {
        use();
        return super.nanoTime();
    }

    @Override
    public RandomGenerator random() {
        use();
        return super.random();
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
        use();
        super.sleep(delay);
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay, Purpose purpose) {
        use();
        return super.schedule(task, delay, purpose);
    }

    private void use() {
        if (working-- <= 0) {
            BrokenClock.<RuntimeException>sneak(broken);
        }
    }

    @SuppressWarnings("unchecked") // The point: the compiler must not see that it is checked.
    private static <X extends Throwable> void sneak(Throwable failure) throws X {
        throw (X) failure;
    }
}
