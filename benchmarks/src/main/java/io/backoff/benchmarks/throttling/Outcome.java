package io.backoff.benchmarks.throttling;

import java.time.Duration;
import java.util.List;

/**
 * The result of a run.
 *
 * @param seconds until the last call ended
 * @param succeeded calls that ended well
 * @param lost calls that failed in the end
 * @param requests that the callee got
 * @param slowestUnthrottled the longest of the calls that were never throttled
 * @param bySecond requests of each second: admitted, throttled
 */
record Outcome(
        Scenario scenario,
        double seconds,
        int succeeded,
        int lost,
        int requests,
        Duration slowestUnthrottled,
        List<int[]> bySecond) {

    /** What was used of what the callee allowed, 0 to 1. */
    double used() {
        return succeeded / scenario.limit().admitted(seconds);
    }

    /** The time as a multiple of the time that a client needs who knows the limit. */
    double timesIdeal() {
        return seconds / scenario.limit().ideal(succeeded);
    }

    double requestsPerSuccess() {
        return (double) requests / succeeded;
    }
}
