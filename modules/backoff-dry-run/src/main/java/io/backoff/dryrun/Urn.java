package io.backoff.dryrun;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * An urn from which the results of observed attempts are drawn in random order, each exactly once; an empty urn is
 * filled again. After as many draws as there were attempts, the shares of results are exactly the observed ones. If
 * fewer draws are expected, the urn is filled in small parts with nearly the observed shares: otherwise, chance alone
 * would shift the figures by several percent.
 */
final class Urn {

    private static final AttemptResult[] RESULTS = AttemptResult.values();

    private static final int PART = 20;

    private final AttemptCounts counts;
    private final int attempt;
    private final int[] left = new int[RESULTS.length];
    private final RandomGenerator random;
    private final long parts;
    private long part;
    private long sum;

    /**
     * Creates a full urn.
     *
     * @param counts the counts of attempts
     * @param attempt the attempt number: results of attempts with this number are drawn; the counts must contain at
     *     least one such attempt
     * @param sampled whether only some of the results will be drawn
     */
    Urn(AttemptCounts counts, int attempt, long seed, boolean sampled) {
        this.counts = counts;
        this.attempt = attempt;
        this.random = new SplittableRandom(seed);
        this.parts = sampled ? Math.max(1, counts.attempts(attempt) / PART) : 1;
    }

    AttemptResult draw() {
        while (sum == 0) {
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
        for (AttemptResult result : RESULTS) {
            long all = counts.count(attempt, result);
            left[result.ordinal()] = (int) (all * (part + 1) / parts - all * part / parts);
            sum += left[result.ordinal()];
        }
        part = (part + 1) % parts;
    }
}
