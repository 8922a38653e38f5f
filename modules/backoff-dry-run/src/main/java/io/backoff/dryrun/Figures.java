package io.backoff.dryrun;

import java.time.Duration;

/**
 * The results of simulated calls.
 *
 * @param attemptsPerCall mean number of attempts of a call
 * @param succeeded share of successful calls, 0 to 1
 * @param denied share of retries that the budget denied, 0 to 1
 * @param meanDelay mean total delay of a call
 * @param p99Delay 99th percentile of the total delay of a call
 */
public record Figures(double attemptsPerCall, double succeeded, double denied, Duration meanDelay, Duration p99Delay) {

    /**
     * Figures before and after a change.
     *
     * @param from the figures under the current settings
     * @param to the figures under the changed settings
     */
    public record Comparison(Figures from, Figures to) {}
}
