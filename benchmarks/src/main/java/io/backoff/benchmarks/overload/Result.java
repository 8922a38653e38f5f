package io.backoff.benchmarks.overload;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The result of one variant in a scenario. */
record Result(String title, Scenario scenario, List<Second> seconds, Totals totals) {

    /**
     * The maximum lateness of calls in a valid run. If calls were later, the load would differ from the intended one.
     */
    private static final Duration TOLERABLE = Duration.ofMillis(100);

    private static final double MOST = 0.9;
    private static final int LASTING = 3;

    /** Whether calls began on time and, before the stall, nearly all of them succeeded. */
    boolean isValid() {
        return totals.lateness.compareTo(TOLERABLE) <= 0 && baseline() >= MOST * scenario.callsPerSecond();
    }

    /** Successful calls per second before the stall. */
    double baseline() {
        return goodput(seconds.subList(0, scenario.warmUp()));
    }

    /** Successful calls per second in the last three seconds. */
    double finalGoodput() {
        return goodput(last());
    }

    /**
     * The seconds from the end of the stall to the recovery; empty if there is none. The recovery begins with three
     * successive seconds, each of which has at least 90 % of the {@link #baseline} of successful calls.
     */
    OptionalInt recovery() {
        return IntStream.rangeClosed(scenario.endOfStall(), seconds.size() - LASTING)
                .filter(start -> seconds.subList(start, start + LASTING).stream()
                        .allMatch(second -> second.succeeded() >= MOST * baseline()))
                .map(start -> start - scenario.endOfStall())
                .findFirst();
    }

    double peakAmplification() {
        return seconds.stream().mapToDouble(Second::amplification).max().orElse(1);
    }

    /** The mean amplification from the start of the stall. */
    double meanAmplification() {
        return amplification(seconds.subList(scenario.warmUp(), seconds.size()));
    }

    double finalAmplification() {
        return amplification(last());
    }

    long retries() {
        return Math.round(sum(seconds, Second::attempts) - sum(seconds, Second::calls));
    }

    private List<Second> last() {
        return seconds.subList(seconds.size() - LASTING, seconds.size());
    }

    private static double goodput(List<Second> some) {
        return sum(some, Second::succeeded) / some.size();
    }

    private static double amplification(List<Second> some) {
        return sum(some, Second::attempts) / sum(some, Second::calls);
    }

    private static double sum(List<Second> some, ToDoubleFunction<Second> what) {
        return some.stream().mapToDouble(what).sum();
    }

    /**
     * Counts of the whole run.
     *
     * @param lost calls that began after the start of the stall and failed in the end
     * @param denied retries that a budget denied
     * @param useless share of the server's finished requests whose clients had already timed out
     * @param capacity requests per second that the server could have handled
     * @param lateness the largest lateness of a call
     */
    record Totals(long lost, long denied, double useless, double capacity, Duration lateness) {}
}
