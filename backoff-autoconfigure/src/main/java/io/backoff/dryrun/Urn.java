package io.backoff.dryrun;

import io.backoff.engine.stats.AttemptCounts;
import io.backoff.engine.stats.AttemptResult;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Draws the results of observed attempts in random order, each once, and then all over again. As many draws as there
 * were attempts have exactly their shares of results.
 */
final class Urn {

    private static final AttemptResult[] RESULTS = AttemptResult.values();

    private final AttemptCounts counts;
    private final int attempt;
    private final int[] left = new int[RESULTS.length];
    private final RandomGenerator random;
    private long sum;

    /**
     * Fills an urn.
     *
     * @param counts the attempts
     * @param attempt the number of those that it holds; there is at least one
     */
    Urn(AttemptCounts counts, int attempt, long seed) {
        this.counts = counts;
        this.attempt = attempt;
        this.random = new SplittableRandom(seed);
    }

    AttemptResult draw() {
        if (sum == 0) {
            fill();
        }
        long place = random.nextLong(sum);
        int drawn = 0;
        while (place >= left[drawn]) {
            place -= left[drawn];
            drawn++;
        }
        left[drawn]--;
        sum--;
        return RESULTS[drawn];
    }

    private void fill() {
        for (AttemptResult each : RESULTS) {
            left[each.ordinal()] = counts.count(attempt, each);
            sum += left[each.ordinal()];
        }
    }
}
