package io.backoff.dryrun;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls during an outage: every attempt fails, with a retryable failure.
 *
 * @param periods the one period of the outage
 * @param result the result of every attempt
 */
record OutageTraffic(List<Period> periods, AttemptResult result) implements Traffic {

    /** The length of an outage. */
    static final Duration LENGTH = Duration.ofSeconds(60);

    /**
     * Creates an outage whose attempts fail as most of the observed ones did.
     *
     * @param calls the number of calls
     */
    static OutageTraffic of(long calls, AttemptCounts observed) {
        Period period = new Period(0, LENGTH.toNanos(), calls, ObservedTraffic.failedNanos(observed));
        return new OutageTraffic(List.of(period), mostFrequent(observed));
    }

    private static AttemptResult mostFrequent(AttemptCounts observed) {
        return Arrays.stream(AttemptResult.values())
                .filter(each -> each.cause() != null && observed.count(each) > 0)
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
