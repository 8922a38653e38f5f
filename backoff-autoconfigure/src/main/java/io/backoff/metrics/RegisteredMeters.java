package io.backoff.metrics;

import io.backoff.engine.CallMeters;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Meters that were registered before the first call: a call looks nothing up and allocates nothing. Counters are found
 * by the ordinal of their outcome or cause.
 */
final class RegisteredMeters implements CallMeters {

    private final Counter[] calls;
    private final DistributionSummary attempts;
    private final Counter[] retries;
    private final Timer delay;
    private final @Nullable Bulk bulk;

    /**
     * All meters of a policy and method.
     *
     * @param bulk the attempts again, for many calls at once; {@code null} when there is no way to do that
     */
    RegisteredMeters(
            Counter[] calls, DistributionSummary attempts, Counter[] retries, Timer delay, @Nullable Bulk bulk) {
        this.calls = calls;
        this.attempts = attempts;
        this.retries = retries;
        this.delay = delay;
        this.bulk = bulk;
    }

    @Override
    public void ended(Outcome outcome, int attempts) {
        calls[outcome.ordinal()].increment();
        this.attempts.record(attempts);
    }

    @Override
    public boolean countsInBulk() {
        return bulk != null;
    }

    @Override
    public void succeededAtOnce(long calls) {
        if (bulk == null) {
            CallMeters.super.succeededAtOnce(calls);
            return;
        }
        this.calls[Outcome.SUCCESS.ordinal()].increment(calls);
        bulk.recordOne(calls);
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
