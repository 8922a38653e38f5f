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
     * @param period the ordinal of the period in which its call began
     * @param attempt its number
     */
    AttemptResult draw(int period, int attempt);

    /** Draws the Retry-After delay of this result; {@code null} for none. */
    @Nullable
    Duration drawRetryAfter(AttemptResult result);

    /** The number of all calls. */
    default long calls() {
        return periods().stream().mapToLong(Period::calls).sum();
    }

    /**
     * A period in which calls begin at a constant rate.
     *
     * @param start start of the period
     * @param nanos its length
     * @param calls the number of calls
     * @param failedNanos duration of a failed attempt
     */
    record Period(long start, long nanos, long calls, long failedNanos) {}
}
