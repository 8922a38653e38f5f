package io.backoff.metrics;

import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.ObservationConvention;
import java.util.List;
import java.util.stream.Stream;

/** The conventions for the key values of guarded calls, in order. */
record CallConventions(List<ObservationConvention<?>> all) {

    private static final BackoffObservationConvention USUAL = new BackoffObservationConvention() {};

    /** The conventions of an application: its own take precedence over its global ones. */
    static CallConventions of(
            Stream<BackoffObservationConvention> own, Stream<? extends GlobalObservationConvention<?>> global) {
        return new CallConventions(
                Stream.<ObservationConvention<?>>concat(own, global).toList());
    }

    /** The convention for a call. */
    @SuppressWarnings("unchecked") // it supports such a context
    ObservationConvention<BackoffCallContext> of(BackoffCallContext call) {
        return all.stream()
                .filter(each -> each.supportsContext(call))
                .map(each -> (ObservationConvention<BackoffCallContext>) each)
                .findFirst()
                .orElse(USUAL);
    }
}
