package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.classify.RetryCause;
import io.backoff.engine.TimeSource;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The statistics of the calls of one policy and method: counts, meters, and whether an outage is in progress. The end
 * of an outage is logged, because the warnings during the outage do not show when it ends. If successes and failures
 * alternate, at most one line a minute is logged.
 */
@Internal
public final class CallStatistics implements CallCounts {

    private static final LogMessage RECOVERED = LogMessage.info("%s (policy '%s') has recovered after %s in %s");

    private final String policy;
    private final String method;
    private final LongAdder[] outcomes = adders(Outcome.values().length);
    private final LongAdder[] retries = adders(RetryCause.values().length);
    private final AttemptRecorder attempts;
    private final boolean logged;
    // During normal operation, a successful call reads only this field of the outage's state.
    private volatile boolean outage;
    private long giveUps;
    private long outageStart;
    private final LogLimit recoveries = LogLimit.oncePer(Duration.ofMinutes(1));
    // Not final, because the meters are created from this object. Set once, before other threads see the object.
    private CallMeters meters = CallMeters.NONE;

    /**
     * Creates empty statistics.
     *
     * @param logged whether the end of an outage is logged; {@code false} for simulated calls
     */
    CallStatistics(String policy, String method, AttemptRecorder attempts, boolean logged) {
        this.policy = policy;
        this.method = method;
        this.attempts = attempts;
        this.logged = logged;
    }

    void measuredBy(CallMeters created) {
        meters = created;
    }

    /** {@return the recorder of attempts} */
    public AttemptRecorder attempts() {
        return attempts;
    }

    /**
     * Records that a call failed. Failures that are not retryable, and aborted calls, do not count as an outage.
     *
     * @param reason why the call was not retried
     * @param time the clock
     */
    public void stopped(StopReason reason, TimeSource time) {
        if (logged && reason != StopReason.NOT_RETRYABLE && reason != StopReason.ABORTED) {
            gaveUp(time.nanoTime());
        }
    }

    private synchronized void gaveUp(long now) {
        if (!outage) {
            outage = true;
            outageStart = now;
            giveUps = 0;
        }
        giveUps++;
    }

    /**
     * Records that a call succeeded.
     *
     * @param time the clock
     */
    public void succeeded(TimeSource time) {
        if (outage) {
            recovered(time.nanoTime());
        }
    }

    private synchronized void recovered(long now) {
        if (!outage || recoveries.enter(RECOVERED, now) == null) {
            return;
        }
        outage = false;
        Logger logger = System.getLogger("io.backoff.policies." + policy);
        String calls = giveUps + (giveUps == 1 ? " failed call" : " failed calls");
        RECOVERED
                .with(method, policy, calls, DurationText.rounded(Duration.ofNanos(now - outageStart)))
                .log(logger);
    }

    /** {@return the meters that record these calls in a metrics library} */
    public CallMeters meters() {
        return meters;
    }

    /** {@return the number of calls by outcome, without outcomes that never occurred} */
    public Map<Outcome, Long> outcomes() {
        Map<Outcome, Long> all = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            long count = calls(outcome);
            if (count > 0) {
                all.put(outcome, count);
            }
        }
        return all;
    }

    @Override
    public String policy() {
        return policy;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public long calls(Outcome outcome) {
        return outcomes[outcome.ordinal()].sum();
    }

    @Override
    public long retries(RetryCause cause) {
        return retries[cause.ordinal()].sum();
    }

    /**
     * Counts the end of a call.
     *
     * @param outcome the outcome
     */
    public void ended(Outcome outcome) {
        outcomes[outcome.ordinal()].increment();
    }

    /**
     * Counts a retry.
     *
     * @param cause the cause of the retry
     */
    public void retried(RetryCause cause) {
        retries[cause.ordinal()].increment();
    }

    private static LongAdder[] adders(int number) {
        return Stream.generate(LongAdder::new).limit(number).toArray(LongAdder[]::new);
    }
}
