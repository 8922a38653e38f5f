package io.backoff.metrics;

import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/**
 * The meters to which calls write directly. They are registered before the first call, so calls need not look them up.
 * The engine counts outcomes and retries, and {@link SummedCounters} reads those counts.
 */
record RegisteredMeters(DistributionSummary attempts, Timer delay) implements CallMeters {

    @Override
    public void ended(Outcome outcome, int made) {
        attempts.record(made);
    }

    @Override
    public void waited(long nanos) {
        delay.record(nanos, TimeUnit.NANOSECONDS);
    }
}
