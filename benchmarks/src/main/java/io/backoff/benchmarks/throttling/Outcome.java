package io.backoff.benchmarks.throttling;

import java.time.Duration;
import java.util.List;

/**
 * The result of a run.
 *
 * @param seconds time from the start to the end of the last call
 * @param succeeded calls that succeeded
 * @param lost calls that failed in the end
 * @param requests number of requests that the callee received
 * @param slowestUnthrottled duration of the longest call that was never throttled
 * @param bySecond numbers of admitted and of throttled requests in each second
 */
record Outcome(
        Scenario scenario,
        double seconds,
        int succeeded,
        int lost,
        int requests,
        Duration slowestUnthrottled,
        List<int[]> bySecond) {

    /** The share of the callee's limit that was used, 0 to 1. */
    double used() {
        return succeeded / scenario.limit().admitted(seconds);
    }

    /**
     * The duration as a multiple of the ideal duration, which is the time that a client needs if it knows the limit.
     */
    double timesIdeal() {
        return seconds / scenario.limit().ideal(succeeded);
    }

    double requestsPerSuccess() {
        return (double) requests / succeeded;
    }
}
