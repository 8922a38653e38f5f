package io.backoff.metrics;

import io.backoff.engine.CallMeters;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/**
 * Meters that were registered before the first call: a call looks nothing up and allocates nothing. Counters are found
 * by the ordinal of their outcome or cause.
 */
final class RegisteredMeters implements CallMeters {

    private final Counter[] calls;
    private final DistributionSummary attempts;
    private final Counter[] retries;
    private final Timer delay;

    RegisteredMeters(Counter[] calls, DistributionSummary attempts, Counter[] retries, Timer delay) {
        this.calls = calls;
        this.attempts = attempts;
        this.retries = retries;
        this.delay = delay;
    }

    @Override
    public void ended(Outcome outcome, int attempts) {
        calls[outcome.ordinal()].increment();
        this.attempts.record(attempts);
    }

    @Override
    public void retried(RetryCause cause) {
        retries[cause.ordinal()].increment();
    }

    @Override
    public void waited(long nanos) {
        delay.record(nanos, TimeUnit.NANOSECONDS);
    }
}
