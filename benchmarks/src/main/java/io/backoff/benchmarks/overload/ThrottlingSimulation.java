package io.backoff.benchmarks.overload;

import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * In virtual time, clients call at the same instant and are all rejected with the same {@code Retry-After}. Each client
 * represents a separate application, so clients share no budget.
 */
final class ThrottlingSimulation {

    static final int CLIENTS = 10_000;

    private ThrottlingSimulation() {}

    /**
     * Runs policies of {@code overload.yml}: two without a Retry-After, the others with a Retry-After of 5 s, 25 s or
     * 30 s.
     */
    static List<Returns> run() {
        try (Simulation simulation = new Simulation(1)) {
            return List.of(
                    run(simulation, "usual-delay", 0),
                    run(simulation, "throttled-delay", 0),
                    run(simulation, "no-spread", 5),
                    run(simulation, "spread", 5),
                    run(simulation, "no-spread", 30),
                    run(simulation, "spread", 30),
                    run(simulation, "spread-within-30s", 25));
        }
    }

    private static Returns run(Simulation simulation, String policy, int retryAfter) {
        VirtualTime time = simulation.time();
        ThrottlingServer server = new ThrottlingServer(time, CLIENTS, Duration.ofSeconds(retryAfter));
        Caller caller = simulation.variant(policy).caller();
        long start = time.nanoTime();
        LongSummaryStatistics successes = new LongSummaryStatistics();
        for (int client = 0; client < CLIENTS; client++) {
            caller.call(server::request).thenRun(() -> successes.accept(time.nanoTime() - start));
        }
        time.run();
        Duration mean = Duration.ofNanos(Math.round(successes.getAverage()));
        return new Returns(policy, retryAfter, server, CLIENTS - successes.getCount(), mean);
    }

    /** Formats results as a table in Markdown. */
    static String table(List<Returns> results) {
        Table table = new Table(List.of(
                "response", "policy", "first return", "busiest 100 ms", "lost calls", "calls that succeed take"));
        results.forEach(result -> table.row(result.cells()));
        return table.toString();
    }

    /**
     * The result of a run.
     *
     * @param retryAfter the header of all rejections, in seconds; 0 for none
     * @param lost calls that failed in the end
     * @param mean the mean duration of successful calls
     */
    record Returns(String policy, int retryAfter, ThrottlingServer server, long lost, Duration mean) {

        private List<String> cells() {
            return List.of(
                    retryAfter == 0 ? "429" : "429, `Retry-After: " + retryAfter + "`",
                    policy.replace('-', ' '),
                    seconds(server.firstReturn()),
                    Table.number("%,d", server.peak()),
                    Table.number("%,d", lost),
                    seconds(mean));
        }

        private static String seconds(Duration duration) {
            return Table.number("%.1f s", duration.toMillis() / 1e3);
        }
    }
}
