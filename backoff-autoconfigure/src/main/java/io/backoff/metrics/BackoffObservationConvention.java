package io.backoff.metrics;

import static io.backoff.metrics.BackoffObservationDocumentation.CallKey.OUTCOME;
import static io.backoff.metrics.BackoffObservationDocumentation.CallKey.POLICY;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The key values that a guarded call, when it ends, adds to the observation in which it began. A bean of this type
 * replaces the default key values. If there is no such bean, a {@code GlobalObservationConvention} bean for
 * {@link BackoffCallContext} can replace them instead.
 *
 * <pre>{@code
 * @Bean
 * BackoffObservationConvention attempts() {
 *     return new BackoffObservationConvention() {
 *
 *         @Override
 *         public KeyValues getHighCardinalityKeyValues(BackoffCallContext call) {
 *             return KeyValues.of("shop.attempts", Integer.toString(call.getAttempts()));
 *         }
 *     };
 * }
 * }</pre>
 *
 * <p>Key values are for traces. Key values whose names are not in {@link BackoffObservationDocumentation} become
 * high-cardinality key values, so that the meters of the caller's observation always have the same tags. If a
 * convention throws an exception, the call is not affected, but key values are missing from the observation.
 *
 * @since 0.1.0
 */
public interface BackoffObservationConvention extends ObservationConvention<BackoffCallContext> {

    @Override
    default KeyValues getLowCardinalityKeyValues(BackoffCallContext call) {
        return KeyValues.of(
                POLICY.withValue(call.getPolicy()),
                OUTCOME.withValue(call.getOutcome().tag()));
    }

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof BackoffCallContext;
    }
}
