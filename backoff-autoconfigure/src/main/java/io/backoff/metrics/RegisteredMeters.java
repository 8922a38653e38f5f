package io.backoff.metrics;

import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/**
 * The meters to which calls write directly. They are registered before the first call, so that calls need no look-up.
 * Outcomes and retries are counted by the engine instead, and read by {@link SummedCounters}.
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
