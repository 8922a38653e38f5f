package io.backoff.dryrun;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls under one policy: when they begin, and the results of their attempts. */
interface Traffic {

    /** The periods in which calls begin, in order. */
    List<Period> periods();

    /**
     * Draws the result of an attempt.
     *
     * @param period the ordinal of the period in which the call began, from 0
     * @param attempt the number of the attempt, from 1
     */
    AttemptResult draw(int period, int attempt);

    /** Draws the Retry-After delay of an attempt with this result; {@code null} for none. */
    @Nullable
    Duration drawRetryAfter(AttemptResult result);

    /** The number of all calls. */
    default long calls() {
        return periods().stream().mapToLong(Period::calls).sum();
    }

    /**
     * A period in which calls begin at a constant rate.
     *
     * @param start start of the period, in nanoseconds after the start of the traffic
     * @param nanos length of the period, in nanoseconds
     * @param calls number of calls that begin in the period
     * @param failedNanos duration of a failed attempt, in nanoseconds
     */
    record Period(long start, long nanos, long calls, long failedNanos) {}
}
