package io.backoff.benchmarks.overload;

import io.backoff.engine.TimeSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Counts calls, attempts and successes per second. A call that ends after the last second counts only in the totals.
 */
final class Recording {

    private final TimeSource time;
    private final Scenario scenario;
    private final long start;
    private final AtomicLongArray calls;
    private final AtomicLongArray attempts;
    private final AtomicLongArray succeeded;
    private final LongAdder lost = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final LongAdder useless = new LongAdder();

    Recording(TimeSource time, Scenario scenario) {
        this.time = time;
        this.scenario = scenario;
        this.start = time.nanoTime();
        // The extra slot is for all later calls.
        this.calls = new AtomicLongArray(scenario.seconds() + 1);
        this.attempts = new AtomicLongArray(scenario.seconds() + 1);
        this.succeeded = new AtomicLongArray(scenario.seconds() + 1);
    }

    /**
     * Records the start of a call.
     *
     * @return the second in which it started
     */
    int called() {
        int second = second();
        calls.incrementAndGet(second);
        return second;
    }

    void attempted() {
        attempts.incrementAndGet(second());
    }

    /** Records that the server has finished a request. */
    void served(boolean inTime) {
        served.increment();
        if (!inTime) {
            useless.increment();
        }
    }

    /** Records the end of a call. */
    void ended(int began, boolean well) {
        if (well) {
            succeeded.incrementAndGet(second());
        } else if (began >= scenario.warmUp()) {
            lost.increment();
        }
    }

    List<Second> seconds() {
        return IntStream.range(0, scenario.seconds())
                .mapToObj(second -> new Second(calls.get(second), attempts.get(second), succeeded.get(second)))
                .toList();
    }

    /** The number of calls that began after the start of the stall and failed in the end. */
    long lost() {
        return lost.sum();
    }

    /** The share of the server's finished requests whose clients had already timed out. */
    double uselessShare() {
        return useless.sum() / (double) Math.max(1, served.sum());
    }

    private int second() {
        return (int) Math.min(scenario.seconds(), TimeUnit.NANOSECONDS.toSeconds(time.nanoTime() - start));
    }
}
