package io.backoff.dryrun;

import io.backoff.classify.Verdict;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** The attempts of calls that began in one minute. */
final class AttemptSlice {

    // Longer Retry-After delays count as one day, so that the sum of the delays does not overflow.
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofDays(1);

    /** The number of the minute since the start of the application. */
    final long number;

    private final AtomicIntegerArray counts = new AtomicIntegerArray(AttemptCounts.CELLS);
    private final AtomicLongArray sums = new AtomicLongArray(AttemptCounts.SUMS);

    AttemptSlice(long number) {
        this.number = number;
    }

    void succeeded(int attempt) {
        counts.getAndIncrement(AttemptCounts.cell(attempt, AttemptResult.SUCCESS));
    }

    void failed(int attempt, Verdict verdict, long nanos) {
        AttemptResult result = AttemptResult.of(verdict);
        counts.getAndIncrement(AttemptCounts.cell(attempt, result));
        sums.getAndAdd(AttemptCounts.FAILED_NANOS, Math.max(0, nanos));
        hinted(result, verdict.retryAfter());
    }

    private void hinted(AttemptResult result, @Nullable Duration retryAfter) {
        if (retryAfter != null) {
            Duration counted = retryAfter.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : retryAfter;
            sums.getAndIncrement(AttemptCounts.hints(result));
            sums.getAndAdd(AttemptCounts.retryAfterMillis(result), counted.toMillis());
        }
    }

    AttemptCounts counts() {
        int[] cells = new int[counts.length()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = counts.get(i);
        }
        long[] total = new long[sums.length()];
        for (int i = 0; i < total.length; i++) {
            total[i] = sums.get(i);
        }
        return new AttemptCounts(cells, total);
    }
}
