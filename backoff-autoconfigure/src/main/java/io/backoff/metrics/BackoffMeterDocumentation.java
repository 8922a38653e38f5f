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
    CALLS(
            "backoff.calls",
            Type.COUNTER,
            "calls",
            "Calls by outcome; their sum is the number of calls",
            Tag.POLICY,
            Tag.METHOD,
            Tag.OUTCOME),

    /** Attempts per call. */
    ATTEMPTS(
            "backoff.attempts",
            Type.DISTRIBUTION_SUMMARY,
            "attempts",
            "Attempts per call: 1 without a retry, 0 if the call ended before the first attempt",
            Tag.POLICY,
            Tag.METHOD),

    /** Retries, by the cause of the preceding failure. */
    RETRIES(
            "backoff.retries",
            Type.COUNTER,
            "retries",
            "Retries, by the cause of the preceding failure",
            Tag.POLICY,
            Tag.METHOD,
            Tag.CAUSE),

    /** Time spent waiting before attempts. */
    DELAY("backoff.delay", Type.TIMER, "seconds", "Time spent waiting before attempts", Tag.POLICY, Tag.METHOD),

    /** The rate of attempts while the callee throttles, in attempts per second. */
    PACE_RATE(
            "backoff.pace.rate",
            Type.GAUGE,
            null,
            "Attempts per second that may begin while the callee throttles; NaN while it does not",
            Tag.POLICY),

    /** Attempts delayed by the pace. */
    PACE_WAITING("backoff.pace.waiting", Type.GAUGE, null, "Attempts that wait for their turn", Tag.POLICY),

    /** Time for which the pace delayed attempts. */
    PACE_WAIT("backoff.pace.wait", Type.TIMER, "seconds", "Time spent waiting for a turn", Tag.POLICY),

    /** Retries per call over the last minute. */
    BUDGET_RATIO("backoff.budget.ratio", Type.GAUGE, null, "Retries per call over the last minute", Tag.BUDGET),

    /** The configured ratio of a budget. */
    BUDGET_RATIO_LIMIT(
            "backoff.budget.ratio.limit", Type.GAUGE, null, "The configured ratio of the budget", Tag.BUDGET),

    /** Retries that could be made now. */
    BUDGET_TOKENS(
            "backoff.budget.tokens",
            Type.GAUGE,
            null,
            "Retries that could be made now, not counting the reserve",
            Tag.BUDGET),

    /** Retries that a budget can hold. */
    BUDGET_CAPACITY("backoff.budget.capacity", Type.GAUGE, null, "The configured burst of the budget", Tag.BUDGET),

    /** Retries requested from a budget, by result. */
    BUDGET_WITHDRAWALS(
            "backoff.budget.withdrawals",
            Type.COUNTER,
            null,
            "Retries requested from the budget, by result",
            Tag.BUDGET,
            Tag.RESULT),

    /** Remembered keys of policies whose calls have keys. */
    KEYS("backoff.keys", Type.GAUGE, "keys", "Remembered keys; only for policies whose calls have keys", Tag.POLICY),

    /** Settings that were changed at run time and not reset. */
    OVERRIDES("backoff.overrides", Type.GAUGE, null, "Settings that were changed at run time and not reset"),

    /** Reloads that applied a changed configuration, and rejected reloads, by result. */
    RELOADS(
            "backoff.reloads",
            Type.COUNTER,
            null,
            "Reloads that applied a changed configuration, and rejected reloads",
            Tag.RESULT),

    /** Incoming requests, by the number of previous attempts. */
    SERVER_REQUESTS(
            "backoff.server.requests",
            Type.COUNTER,
            "requests",
            "Incoming HTTP requests and gRPC calls, by the number of attempts before them",
            Tag.RETRIES),

    /** Rejected requests, by whether the caller may retry. */
    SERVER_REJECTIONS(
            "backoff.server.rejections",
            Type.COUNTER,
            null,
            "Rejected requests and calls, by whether the caller may retry",
            Tag.VERDICT),

    /** Malformed headers about attempts and deadlines. */
    SERVER_MALFORMED(
            "backoff.server.malformed",
            Type.COUNTER,
            null,
            "Malformed headers and gRPC metadata about attempts and deadlines"),

    /** Calls of idempotent methods by outcome. */
    IDEMPOTENCY(
            "backoff.idempotency",
            Type.COUNTER,
            null,
            "Calls of idempotent methods, by outcome",
            Tag.STORE,
            Tag.OUTCOME),

    /** Runs of polled methods by result. */
    POLLS(
            "backoff.polls",
            Type.COUNTER,
            "runs",
            "Runs of polled methods, by result",
            Tag.POLICY,
            Tag.METHOD,
            Tag.RESULT),

    /** Time before the next run of a polled method. */
    POLL_DELAY(
            "backoff.poll.delay",
            Type.GAUGE,
            "seconds",
            "Delay drawn for the next run of a polled method; the longest if several have the same tags",
            Tag.POLICY,
            Tag.METHOD),

    /** Stored calls that wait for delivery. */
    REDELIVERY_WAITING(
            "backoff.redelivery.waiting",
            Type.GAUGE,
            null,
            "Stored calls that wait for delivery, on all instances",
            Tag.METHOD),

    /** Dead letters. */
    REDELIVERY_DEAD("backoff.redelivery.dead", Type.GAUGE, null, "Dead letters, on all instances", Tag.METHOD),

    /** Time since the oldest waiting call was stored. */
    REDELIVERY_OLDEST(
            "backoff.redelivery.oldest",
            Type.GAUGE,
            "seconds",
            "Time since the oldest waiting call was stored; 0 if none waits",
            Tag.METHOD),

    /** Whether delivery is paused, as 1 or 0. */
    REDELIVERY_PAUSED(
            "backoff.redelivery.paused",
            Type.GAUGE,
            null,
            "1 while this instance does not deliver the calls, otherwise 0",
            Tag.METHOD),

    /** Actions on stored calls. */
    REDELIVERY_ACTIONS(
            "backoff.redelivery.actions",
            Type.COUNTER,
            null,
            "Actions on stored calls, on this instance",
            Tag.METHOD,
            Tag.ACTION);

    private final String name;
    private final Meter.Type type;
    private final @Nullable String baseUnit;
    private final String description;
    private final Tag[] tags;

    BackoffMeterDocumentation(
            String name, Meter.Type type, @Nullable String baseUnit, String description, Tag... tags) {
        this.name = name;
        this.type = type;
        this.baseUnit = baseUnit;
        this.description = description;
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

    /**
     * Returns the description of the meter in the registry, which a Prometheus scrape shows as its help text.
     *
     * @return one line of text
     */
    public String getDescription() {
        return description;
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

        /** The number of previous attempts of an incoming request. */
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
