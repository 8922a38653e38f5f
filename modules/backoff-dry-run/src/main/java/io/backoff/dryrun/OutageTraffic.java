package io.backoff.dryrun;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls during an outage, in which every attempt fails with a retryable failure.
 *
 * @param periods the single period of the outage
 * @param result the result of every attempt
 */
record OutageTraffic(List<Period> periods, AttemptResult result) implements Traffic {

    /** The length of an outage. */
    static final Duration LENGTH = Duration.ofSeconds(60);

    /**
     * Creates an outage whose attempts fail with the most frequent observed failure.
     *
     * @param calls the number of calls
     */
    static OutageTraffic of(long calls, AttemptCounts observed) {
        Period period = new Period(0, LENGTH.toNanos(), calls, ObservedTraffic.failedNanos(observed));
        return new OutageTraffic(List.of(period), mostFrequent(observed));
    }

    private static AttemptResult mostFrequent(AttemptCounts observed) {
        return Arrays.stream(AttemptResult.values())
                .filter(attemptResult -> attemptResult.cause() != null && observed.count(attemptResult) > 0)
                .max(Comparator.comparingLong(observed::count))
                .orElse(AttemptResult.OTHER);
    }

    @Override
    public AttemptResult draw(int period, int attempt) {
        return result;
    }

    @Override
    public @Nullable Duration drawRetryAfter(AttemptResult drawn) {
        return null;
    }
}
