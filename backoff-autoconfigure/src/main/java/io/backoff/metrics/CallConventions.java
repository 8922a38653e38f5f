package io.backoff.metrics;

import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.ObservationConvention;
import java.util.List;
import java.util.stream.Stream;

/** The conventions for the key values of guarded calls, in order of precedence. */
record CallConventions(List<ObservationConvention<?>> all) {

    private static final BackoffObservationConvention USUAL = new BackoffObservationConvention() {};

    /**
     * Creates the conventions of an application: its {@link BackoffObservationConvention} beans take precedence over
     * global conventions.
     */
    static CallConventions of(
            Stream<BackoffObservationConvention> own, Stream<? extends GlobalObservationConvention<?>> global) {
        return new CallConventions(
                Stream.<ObservationConvention<?>>concat(own, global).toList());
    }

    /** Returns the convention for a call. */
    @SuppressWarnings("unchecked") // The convention supports this context.
    ObservationConvention<BackoffCallContext> of(BackoffCallContext call) {
        return all.stream()
                .filter(convention -> convention.supportsContext(call))
                .map(convention -> (ObservationConvention<BackoffCallContext>) convention)
                .findFirst()
                .orElse(USUAL);
    }
}
