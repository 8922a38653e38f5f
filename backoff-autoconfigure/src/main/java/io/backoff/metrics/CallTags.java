package io.backoff.metrics;

import static io.backoff.metrics.BackoffMeterDocumentation.Tag.METHOD;
import static io.backoff.metrics.BackoffMeterDocumentation.Tag.POLICY;

import io.backoff.engine.stats.CallCounts;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.micrometer.core.instrument.Tags;

/**
 * The tags of the meters of guarded methods.
 *
 * @param methodTag whether each method has its own series; if not, the methods of a policy share one
 */
record CallTags(boolean methodTag, BackoffMeterConvention convention) {

    private static final LogMessage CONVENTION_FAILED =
            LogMessage.warning("The convention %s failed; the meters of %s have their usual tags");

    Tags of(CallCounts calls) {
        Tags policy = Tags.of(POLICY.asString(), calls.policy());
        Tags usual = methodTag ? policy.and(METHOD.asString(), calls.method()) : policy;
        try {
            return convention.getTags(calls, usual);
        } catch (RuntimeException | LinkageError failure) {
            CONVENTION_FAILED
                    .with(convention.getClass().getName(), calls.method())
                    .log(SpringLogger.of(CallTags.class), failure);
            return usual;
        }
    }
}
