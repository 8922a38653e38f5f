package io.backoff.metrics;

import static io.backoff.metrics.BackoffObservationDocumentation.CallKey.OUTCOME;
import static io.backoff.metrics.BackoffObservationDocumentation.CallKey.POLICY;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The key values that the end of a guarded call adds to the observation that it was made in. A bean of this type
 * replaces them; so does a {@code GlobalObservationConvention} of {@link BackoffCallContext} if there is no such bean.
 *
 * <p>Key values are for traces. Those with names other than the documented ones become key values of high cardinality,
 * so that the meters of the caller's observation always have the same tags. If a convention throws, the call is not
 * affected, and its observation gets no key values.
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
