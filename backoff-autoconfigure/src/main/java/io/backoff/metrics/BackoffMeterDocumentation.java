package io.backoff.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Meter.Type;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The meters that the library registers, with their types, units and tags.
 *
 * <pre>{@code
 * registry.get(BackoffMeterDocumentation.CALLS.getName()).tag("outcome", "recovered").functionCounter().count()
 * }</pre>
 *
 * @since 0.1.0
 */
public enum BackoffMeterDocumentation implements MeterDocumentation {
    /** Calls by outcome. */
    CALLS("backoff.calls", Type.COUNTER, "calls", Tag.POLICY, Tag.METHOD, Tag.OUTCOME),

    /** Attempts per call. */
    ATTEMPTS("backoff.attempts", Type.DISTRIBUTION_SUMMARY, "attempts", Tag.POLICY, Tag.METHOD),

    /** Retries by the cause of the failure before them. */
    RETRIES("backoff.retries", Type.COUNTER, "retries", Tag.POLICY, Tag.METHOD, Tag.CAUSE),

    /** Time spent waiting before attempts. */
    DELAY("backoff.delay", Type.TIMER, "seconds", Tag.POLICY, Tag.METHOD),

    /** The rate of attempts while the callee throttles, in attempts per second. */
    PACE_RATE("backoff.pace.rate", Type.GAUGE, null, Tag.POLICY),

    /** Attempts delayed by the pace. */
    PACE_WAITING("backoff.pace.waiting", Type.GAUGE, null, Tag.POLICY),

    /** Delay of attempts by the pace. */
    PACE_WAIT("backoff.pace.wait", Type.TIMER, "seconds", Tag.POLICY),

    /** Retries per call over the last minute. */
    BUDGET_RATIO("backoff.budget.ratio", Type.GAUGE, null, Tag.BUDGET),

    /** The configured ratio of a budget. */
    BUDGET_RATIO_LIMIT("backoff.budget.ratio.limit", Type.GAUGE, null, Tag.BUDGET),

    /** Retries that could be made now. */
    BUDGET_TOKENS("backoff.budget.tokens", Type.GAUGE, null, Tag.BUDGET),

    /** Retries that a budget can hold. */
    BUDGET_CAPACITY("backoff.budget.capacity", Type.GAUGE, null, Tag.BUDGET),

    /** Retries requested from a budget, by result. */
    BUDGET_WITHDRAWALS("backoff.budget.withdrawals", Type.COUNTER, null, Tag.BUDGET, Tag.RESULT),

    /** Remembered keys of policies whose calls have keys. */
    KEYS("backoff.keys", Type.GAUGE, "keys", Tag.POLICY),

    /** Settings that were changed at run time and not reset. */
    OVERRIDES("backoff.overrides", Type.GAUGE, null),

    /** Changed configurations by result. */
    RELOADS("backoff.reloads", Type.COUNTER, null, Tag.RESULT),

    /** Incoming requests by the number of attempts before them. */
    SERVER_REQUESTS("backoff.server.requests", Type.COUNTER, "requests", Tag.RETRIES),

    /** Rejected requests by whether the caller may retry. */
    SERVER_REJECTIONS("backoff.server.rejections", Type.COUNTER, null, Tag.VERDICT),

    /** Malformed headers about attempts and deadlines. */
    SERVER_MALFORMED("backoff.server.malformed", Type.COUNTER, null),

    /** Calls of idempotent methods by outcome. */
    IDEMPOTENCY("backoff.idempotency", Type.COUNTER, null, Tag.STORE, Tag.OUTCOME),

    /** Runs of polled methods by result. */
    POLLS("backoff.polls", Type.COUNTER, "runs", Tag.POLICY, Tag.METHOD, Tag.RESULT),

    /** Time before the next run of a polled method. */
    POLL_DELAY("backoff.poll.delay", Type.GAUGE, "seconds", Tag.POLICY, Tag.METHOD),

    /** Stored calls that wait for delivery. */
    REDELIVERY_WAITING("backoff.redelivery.waiting", Type.GAUGE, null, Tag.METHOD),

    /** Dead letters. */
    REDELIVERY_DEAD("backoff.redelivery.dead", Type.GAUGE, null, Tag.METHOD),

    /** Time since the oldest waiting call was stored. */
    REDELIVERY_OLDEST("backoff.redelivery.oldest", Type.GAUGE, "seconds", Tag.METHOD),

    /** Whether delivery is paused, as 1 or 0. */
    REDELIVERY_PAUSED("backoff.redelivery.paused", Type.GAUGE, null, Tag.METHOD),

    /** Actions on stored calls. */
    REDELIVERY_ACTIONS("backoff.redelivery.actions", Type.COUNTER, null, Tag.METHOD, Tag.ACTION);

    private final String name;
    private final Meter.Type type;
    private final @Nullable String baseUnit;
    private final Tag[] tags;

    BackoffMeterDocumentation(String name, Meter.Type type, @Nullable String baseUnit, Tag... tags) {
        this.name = name;
        this.type = type;
        this.baseUnit = baseUnit;
        this.tags = tags;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Meter.Type getType() {
        return type;
    }

    @Override
    public @Nullable String getBaseUnit() {
        return baseUnit;
    }

    @Override
    public KeyName[] getKeyNames() {
        return tags.clone();
    }

    /** The tags of the meters. */
    public enum Tag implements KeyName {
        /** The name of a policy. */
        POLICY,

        /** {@code Class.method}, or {@code programmatic}; absent with {@code backoff.metrics.method-tag: false}. */
        METHOD,

        /** The outcome of a call. */
        OUTCOME,

        /** The cause of a retry. */
        CAUSE,

        /** The name of a budget. */
        BUDGET,

        /** The result of a withdrawal, a reload or a poll. */
        RESULT,

        /** The number of attempts before an incoming request. */
        RETRIES,

        /** Whether the caller may retry. */
        VERDICT,

        /** The store of idempotency keys. */
        STORE,

        /** The action on a stored call. */
        ACTION;

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
