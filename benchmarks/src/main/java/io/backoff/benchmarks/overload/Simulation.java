package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Runs in virtual time: the same server, clients and load, and an application whose clock jumps from event to event.
 */
final class Simulation {

    private Simulation() {}

    /** Runs the scenario under a policy of {@code overload.yml}. */
    static Result run(Scenario scenario, String policy) {
        VirtualTime time = new VirtualTime(scenario.seed());
        try (ConfigurableApplicationContext application = Application.start(time)) {
            CompletableFuture<Result> result =
                    Run.start(scenario, World.virtual(time), Variant.of(application, policy));
            time.run();
            return result.join();
        }
    }
}
