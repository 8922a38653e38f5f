package io.backoff.dryrun;

import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The number of attempts in a period, by attempt number and result. Attempts from the eighth on count as the eighth.
 */
public final class AttemptCounts {

    /** The highest attempt number that is counted. Later attempts count under this number. */
    public static final int NUMBERS = 8;

    static final int CELLS = NUMBERS * AttemptResult.NUMBER;
    static final int FAILED_NANOS = 0;
    static final int SUMS = 1 + 2 * AttemptResult.NUMBER;

    private final int[] cells;
    private final long[] sums;

    AttemptCounts(int[] cells, long[] sums) {
        this.cells = cells;
        this.sums = sums;
    }

    /** No attempts. */
    static AttemptCounts none() {
        return new AttemptCounts(new int[CELLS], new long[SUMS]);
    }

    /** Returns the sum of several counts. */
    public static AttemptCounts sum(Collection<AttemptCounts> parts) {
        AttemptCounts sum = none();
        for (AttemptCounts part : parts) {
            for (int i = 0; i < CELLS; i++) {
                sum.cells[i] += part.cells[i];
            }
            for (int i = 0; i < SUMS; i++) {
                sum.sums[i] += part.sums[i];
            }
        }
        return sum;
    }

    static int cell(int attempt, AttemptResult result) {
        return (Math.min(attempt, NUMBERS) - 1) * AttemptResult.NUMBER + result.ordinal();
    }

    static int hints(AttemptResult result) {
        return 1 + 2 * result.ordinal();
    }

    static int retryAfterMillis(AttemptResult result) {
        return hints(result) + 1;
    }

    /** The number of calls. */
    public long calls() {
        return attempts(1);
    }

    /** Returns the number of attempts with this attempt number. */
    public long attempts(int attempt) {
        long sum = 0;
        for (AttemptResult result : AttemptResult.values()) {
            sum += count(attempt, result);
        }
        return sum;
    }

    /** Returns the number of attempts with this attempt number and result. */
    public int count(int attempt, AttemptResult result) {
        return cells[cell(attempt, result)];
    }

    /** Returns the number of attempts with this result. */
    public long count(AttemptResult result) {
        long sum = 0;
        for (int attempt = 1; attempt <= NUMBERS; attempt++) {
            sum += count(attempt, result);
        }
        return sum;
    }

    /** The number of all attempts. */
    public long attempts() {
        long sum = 0;
        for (int cell : cells) {
            sum += cell;
        }
        return sum;
    }

    /** The number of failed attempts. */
    public long failed() {
        return attempts() - count(AttemptResult.SUCCESS);
    }

    /** The mean duration of failed attempts; zero if none failed. */
    public Duration meanFailed() {
        long failed = failed();
        return failed == 0 ? Duration.ZERO : Duration.ofNanos(sums[FAILED_NANOS] / failed);
    }

    /** The share of failures with this result that carried a Retry-After delay, 0 to 1. */
    public double retryAfterShare(AttemptResult result) {
        long all = count(result);
        return all == 0 ? 0 : Math.min(1, (double) sums[hints(result)] / all);
    }

    /** The mean Retry-After delay of failures with this result; {@code null} if none carried one. */
    public @Nullable Duration meanRetryAfter(AttemptResult result) {
        long hints = sums[hints(result)];
        return hints == 0 ? null : Duration.ofMillis(sums[retryAfterMillis(result)] / hints);
    }
}
