package io.backoff.adopt.resilience4j;

import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.core.functions.Either;

/**
 * The interval before the next attempt. If an attempt or its retry was denied, the interval is negative, so that the
 * library ends the call and the caller gets the last failure.
 *
 * @param configured the interval that the application has configured
 */
record EndingInterval<T>(IntervalBiFunction<T> configured) implements IntervalBiFunction<T> {

    // This value makes Resilience4j end the call. After any other negative interval, it would retry publishers
    // immediately.
    private static final long END = -1;

    @Override
    public Long apply(Integer attempt, Either<Throwable, T> outcome) {
        return outcome.isLeft() && DeniedFailure.take(outcome.getLeft()) ? END : configured.apply(attempt, outcome);
    }
}
