package io.backoff.benchmarks.overload;

import io.backoff.benchmarks.overload.GuardedHandler.Queueing;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Simulates the stalling server in virtual time, with requests that carry their callers' remaining time. */
final class DeadlineSimulation {

    private static final Scenario NEAR_CAPACITY = Scenario.VIRTUAL_TIME.withLoad(950);

    // Processing a full queue takes longer than clients wait for a response.
    private static final Scenario BEYOND_CAPACITY = new Scenario(1100, 500, 2, 0, 8, 1);

    private DeadlineSimulation() {}

    /**
     * Runs each client with each server. All runs share one application. At the beginning of each run, the client's
     * budget is full.
     */
    static List<Row> run() {
        try (Simulation simulation = new Simulation(Scenario.REAL_TIME.seed())) {
            return Stream.of("no-budget", "default-budget")
                    .flatMap(policy -> servers(simulation).map(server -> row(simulation, policy, server)))
                    .toList();
        }
    }

    private static Stream<Server> servers(Simulation simulation) {
        return Stream.of(
                new Server("no deadlines", Handler.PLAIN, ""),
                new Server(
                        "deadlines, queue in front",
                        new GuardedHandler(simulation.application(), Queueing.IN_FRONT, false),
                        "-deadlines"),
                new Server(
                        "deadlines, queue inside",
                        new GuardedHandler(simulation.application(), Queueing.INSIDE, false),
                        "-deadlines"),
                new Server(
                        "the same, and it checks `remaining()`",
                        new GuardedHandler(simulation.application(), Queueing.INSIDE, true),
                        "-deadlines"));
    }

    private static Row row(Simulation simulation, String policy, Server server) {
        Variant variant = simulation.variant(policy + server.suffix).handledBy(server.name, server.handler);
        return new Row(
                policy.replace('-', ' '),
                server.name,
                run(simulation, Scenario.REAL_TIME, variant),
                run(simulation, NEAR_CAPACITY, variant),
                run(simulation, BEYOND_CAPACITY, variant));
    }

    private static Result run(Simulation simulation, Scenario scenario, Variant variant) {
        variant.budget().refill();
        return simulation.run(scenario, variant);
    }

    static String table(List<Row> rows) {
        Table table = new Table(List.of(
                "client",
                "server",
                "back at 90 % after",
                "lost calls",
                "attempts per call",
                "useless work",
                "950 calls/s: back after",
                "1,100 calls/s: end well",
                "1,100 calls/s: useless work"));
        rows.forEach(row -> table.row(row.cells()));
        return table.toString();
    }

    private static String recovery(Result result) {
        OptionalInt seconds = result.recovery();
        return seconds.isPresent() ? seconds.getAsInt() + " s" : "never";
    }

    private record Server(String name, Handler handler, String suffix) {}

    /**
     * The results of one client with one server.
     *
     * @param usual the result of the scenario that also runs in real time
     * @param nearCapacity the result with 950 calls per second
     * @param beyondCapacity the result with 1,100 calls per second, and without a stall
     */
    record Row(String client, String server, Result usual, Result nearCapacity, Result beyondCapacity) {

        private List<String> cells() {
            return List.of(
                    client,
                    server,
                    recovery(usual),
                    Table.number("%,d", usual.totals().lost()),
                    Table.number("%.2f", usual.meanAmplification()),
                    useless(usual),
                    recovery(nearCapacity),
                    Table.number("%,.0f/s", beyondCapacity.finalGoodput()),
                    useless(beyondCapacity));
        }

        private static String useless(Result result) {
            return Table.number("%.0f %%", 100 * result.totals().useless());
        }
    }
}
