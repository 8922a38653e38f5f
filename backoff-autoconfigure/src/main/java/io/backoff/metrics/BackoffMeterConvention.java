package io.backoff.metrics;

import io.backoff.engine.stats.CallCounts;
import io.micrometer.core.instrument.Tags;

/**
 * The tags of the meters of a guarded method: {@code backoff.calls}, {@code .attempts}, {@code .retries} and
 * {@code .delay}. A bean of this type adds or replaces tags. The names of these meters, and all other meters, are for a
 * {@code MeterFilter} to change.
 *
 * <p>It is asked once for each method and policy, so the number of series stays bounded. Some registries require the
 * same tags of all methods.
 */
@FunctionalInterface
public interface BackoffMeterConvention {

    /**
     * The tags of a method's meters, without {@code outcome} and {@code cause}, which follow. If it throws, the meters
     * have the usual tags.
     *
     * @param calls the policy and the method
     * @param usual {@code policy} and {@code method}, or only {@code policy} with {@code method-tag: false}
     */
    Tags getTags(CallCounts calls, Tags usual);
}
