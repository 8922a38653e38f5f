package io.backoff.dryrun;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The observed calls. The result of a simulated attempt is drawn from the observed results of attempts with the same
 * number, in calls that began in the same minute as the simulated call. If there are none, results of the whole window
 * are drawn. If no observed call made an attempt with this number, results of attempts with the highest observed number
 * are drawn.
 */
final class ObservedTraffic implements Traffic {

    private static final long SEED = 77;

    private final AttemptWindow window;
    private final boolean sampled;
    private final AttemptCounts total;
    private final int last;
    private final List<Period> periods;
    // Urns by period and attempt.
    private final Map<Integer, Urn> urns = new HashMap<>();
    private final RandomGenerator hints = new SplittableRandom(SEED);

    /**
     * Creates the traffic.
     *
     * @param sampled whether only some of the calls are simulated
     */
    ObservedTraffic(AttemptWindow window, boolean sampled) {
        this.window = window;
        this.sampled = sampled;
        this.total = window.total();
        this.last = lastNumber(total);
        this.periods = window.slices().stream().map(this::period).toList();
    }

    /** Returns the mean duration of failed attempts in nanoseconds; one millisecond if no attempt failed. */
    static long failedNanos(AttemptCounts counts) {
        return counts.failed() == 0 ? 1_000_000 : counts.meanFailed().toNanos();
    }

    private Period period(AttemptWindow.Slice slice) {
        AttemptCounts counts = slice.counts();
        return new Period(
                slice.start(), slice.nanos(), counts.calls(), failedNanos(counts.failed() == 0 ? total : counts));
    }

    private static int lastNumber(AttemptCounts counts) {
        int last = AttemptCounts.NUMBERS;
        while (last > 1 && counts.attempts(last) == 0) {
            last--;
        }
        return last;
    }

    @Override
    public List<Period> periods() {
        return periods;
    }

    @Override
    public AttemptResult draw(int period, int attempt) {
        int number = Math.min(attempt, AttemptCounts.NUMBERS);
        return urns.computeIfAbsent(period * AttemptCounts.NUMBERS + number, key -> create(period, number))
                .draw();
    }

    private Urn create(int period, int attempt) {
        // The counts of calls under way may lack an attempt that precedes the last one. An urn must not be empty.
        int number = total.attempts(attempt) > 0 ? attempt : last;
        AttemptCounts slice = window.slices().get(period).counts();
        AttemptCounts counts = slice.attempts(number) > 0 ? slice : total;
        return new Urn(counts, number, SEED + (long) period * AttemptCounts.NUMBERS + attempt, sampled);
    }

    @Override
    public @Nullable Duration drawRetryAfter(AttemptResult result) {
        double share = total.retryAfterShare(result);
        return share > 0 && hints.nextDouble() < share ? total.meanRetryAfter(result) : null;
    }
}
