package io.backoff.adopt.resilience4j;

import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.core.functions.Either;

/**
 * The interval before the next attempt, which is negative after a denied one. The library then ends the call, and the
 * caller gets the last failure.
 *
 * @param configured the application's interval
 */
record EndingInterval<T>(IntervalBiFunction<T> configured) implements IntervalBiFunction<T> {

    // The library retries publishers immediately after any other negative interval.
    private static final long END = -1;

    @Override
    public Long apply(Integer attempt, Either<Throwable, T> outcome) {
        return outcome.isLeft() && DeniedFailure.take(outcome.getLeft()) ? END : configured.apply(attempt, outcome);
    }
}
