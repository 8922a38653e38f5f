package io.backoff.dryrun;

import java.time.Duration;

/**
 * Results of simulated calls.
 *
 * @param attemptsPerCall mean number of attempts of a call
 * @param succeeded share of calls that succeeded, 0 to 1
 * @param denied share of retries that the budget denied, 0 to 1
 * @param meanDelay mean waiting time of a call
 * @param p99Delay 99th percentile of the time a call spent waiting
 */
public record Figures(double attemptsPerCall, double succeeded, double denied, Duration meanDelay, Duration p99Delay) {

    /**
     * Figures before and after a change.
     *
     * @param from under the settings in force
     * @param to under the changed settings
     */
    public record Comparison(Figures from, Figures to) {}
}
