package io.backoff.dryrun;

import io.backoff.engine.TimeSource;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The observed calls.
 *
 * @param windows the calls of each policy in the scope of the change
 * @param policies the policies that the figures describe
 * @param nanos length of the window
 * @param since start of the window
 */
record RecordedCalls(Map<String, AttemptWindow> windows, Set<String> policies, long nanos, Instant since) {

    private static final double SECOND = 1e9;

    static RecordedCalls of(AttemptRecords records, TimeSource time, ChangeScope scope) {
        long now = time.nanoTime();
        Map<String, AttemptWindow> windows = new TreeMap<>();
        scope.simulated().forEach(policy -> windows.put(policy, records.window(policy, now)));
        long nanos = records.windowNanos(now);
        return new RecordedCalls(
                windows, scope.policies(), nanos, time.instant().minusNanos(nanos));
    }

    AttemptWindow window(String policy) {
        return windows.getOrDefault(policy, new AttemptWindow(List.of()));
    }

    /** The number of all calls in the window, including those under policies that the figures do not describe. */
    long simulated() {
        return windows.values().stream()
                .mapToLong(window -> window.total().calls())
                .sum();
    }

    /** The calls that the figures describe. */
    DryRun.Observed observed() {
        AttemptCounts total = AttemptCounts.sum(
                policies.stream().map(policy -> window(policy).total()).toList());
        double failed = total.attempts() == 0 ? 0 : (double) total.failed() / total.attempts();
        return new DryRun.Observed(total.calls(), since, total.calls() / seconds(), failed);
    }

    /**
     * Returns the number of calls under each policy in an outage of that length. Calls arrive at the observed rates. If
     * the policies that the figures describe had less than one call per second in total, their rates are raised to a
     * total of one call per second.
     */
    Map<String, Long> during(double outageSeconds) {
        long observed = observed().calls();
        double least = Math.max(1, seconds() / Math.max(1, observed));
        Map<String, Long> calls = new LinkedHashMap<>();
        // Rounds the running sum instead of each policy's own number: otherwise, ten policies with 0.4 calls each would
        // get no calls at all, instead of four.
        double exact = 0;
        long rounded = 0;
        for (Map.Entry<String, AttemptWindow> entry : windows.entrySet()) {
            double own = entry.getValue().total().calls() / seconds();
            boolean changed = policies.contains(entry.getKey());
            double rate = !changed ? own : observed == 0 ? 1.0 / policies.size() : own * least;
            exact += rate * outageSeconds;
            long part = Math.round(exact) - rounded;
            rounded += part;
            calls.put(entry.getKey(), part);
        }
        return calls;
    }

    // At least one second: over a shorter time, right after the start, the rate would be meaningless.
    private double seconds() {
        return Math.max(1, nanos / SECOND);
    }
}
