package io.backoff.metrics;

import io.backoff.engine.stats.CallCounts;
import io.micrometer.core.instrument.Tags;

/**
 * The tags of the meters of a guarded method: {@code backoff.calls}, {@code .attempts}, {@code .retries} and {@code
 * .delay}. A bean of this type adds or replaces tags. To rename these meters, or to change any other meter, use a
 * {@code MeterFilter}.
 *
 * <pre>{@code
 * @Bean
 * BackoffMeterConvention teams() {
 *     return (calls, usual) -> usual.and("team", calls.policy().startsWith("bank") ? "finance" : "shop");
 * }
 * }</pre>
 *
 * <p>The convention is called once for each method and policy, so the number of series stays bounded. Some registries
 * require the same tag names for all methods.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface BackoffMeterConvention {

    /**
     * {@return the tags of a method's meters} The library adds {@code outcome} and {@code cause}. If the convention
     * throws an exception, the meters have the default tags.
     *
     * @param calls the calls that the meters count, with their policy and method
     * @param usual the default tags: {@code policy} and {@code method}, or only {@code policy} with {@code method-tag:
     *     false}
     */
    Tags getTags(CallCounts calls, Tags usual);
}
