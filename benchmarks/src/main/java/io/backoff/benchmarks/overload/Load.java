package io.backoff.benchmarks.overload;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Makes calls at random times (a Poisson process). The times do not depend on earlier calls, because most callers are
 * independent of each other. Each time is computed from the time at which the preceding call was due, so that a late
 * call does not delay the next one.
 */
final class Load implements Runnable {

    private final Scenario scenario;
    private final TimeSource time;
    private final Runnable call;
    private final Runnable end;
    private final RandomGenerator chance;
    private final long start;
    private long due;
    private volatile long latest;

    Load(Scenario scenario, TimeSource time, Runnable call, Runnable end) {
        this.scenario = scenario;
        this.time = time;
        this.call = call;
        this.end = end;
        this.chance = new SplittableRandom(scenario.seed());
        this.start = time.nanoTime();
    }

    /** Makes the calls that are due, then waits for the next one. */
    @Override
    public void run() {
        while (due <= elapsed() && !over()) {
            latest = Math.max(latest, elapsed() - due);
            call.run();
            due += Math.round(TimeUnit.SECONDS.toNanos(1) * chance.nextExponential() / scenario.callsPerSecond());
        }
        if (over()) {
            end.run();
        } else {
            time.schedule(this, Duration.ofNanos(due - elapsed()), Purpose.DELAY);
        }
    }

    /** The largest lateness of a call. A large value means that calls began in bunches, which was not intended. */
    Duration lateness() {
        return Duration.ofNanos(latest);
    }

    private boolean over() {
        return due >= TimeUnit.SECONDS.toNanos(scenario.seconds());
    }

    private long elapsed() {
        return time.nanoTime() - start;
    }
}
