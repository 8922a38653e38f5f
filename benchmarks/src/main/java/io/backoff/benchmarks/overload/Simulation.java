package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with the policies of {@code overload.yml} in virtual time, in which the clock jumps from event to
 * event.
 */
final class Simulation implements AutoCloseable {

    private final VirtualTime time;
    private final ConfigurableApplicationContext application;

    Simulation(long seed) {
        this.time = new VirtualTime(seed);
        this.application = Application.start(time);
    }

    /** Runs the same server, clients and load as in real time. */
    static Result run(Scenario scenario, String policy) {
        try (Simulation simulation = new Simulation(scenario.seed())) {
            return simulation.run(scenario, simulation.variant(policy));
        }
    }

    Result run(Scenario scenario, Variant variant) {
        CompletableFuture<Result> result = Run.start(scenario, World.virtual(time), variant);
        time.run();
        return result.join();
    }

    VirtualTime time() {
        return time;
    }

    BeanFactory application() {
        return application;
    }

    Variant variant(String policy) {
        return Variant.of(application, policy);
    }

    @Override
    public void close() {
        application.close();
    }
}
