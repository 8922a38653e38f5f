package io.backoff.benchmarks.throttling;

import io.backoff.benchmarks.overload.VirtualTime;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.TimeSource.Purpose;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.context.ConfigurableApplicationContext;

/** Runs of scenarios in virtual time, one after the other. A seed always gives the same results. */
final class Experiment implements AutoCloseable {

    // This pause is long enough for the pacing of the previous run to end.
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final long seed;
    private final VirtualTime time;
    private final ConfigurableApplicationContext application;
    private final Contestants contestants;

    Experiment(long seed) {
        this.seed = seed;
        this.time = new VirtualTime(seed);
        this.application = Application.start(time);
        this.contestants = new Contestants(time, application.getBean(BackoffOperations.class));
    }

    /** Names of the contestants. */
    Set<String> contestants() {
        return contestants.all().keySet();
    }

    /** Runs a scenario. */
    Outcome run(String contestant, Scenario scenario) {
        return run(contestant, List.of(scenario)).get(0);
    }

    /** Runs a scenario with calls under a policy. */
    Outcome runPolicy(String policy, Scenario scenario) {
        return run(contestants.policy(policy), List.of(scenario)).get(0);
    }

    /** Runs scenarios at the same time. One client makes the calls of all of them. */
    List<Outcome> run(String contestant, List<Scenario> scenarios) {
        return run(Objects.requireNonNull(contestants.all().get(contestant)), scenarios);
    }

    private List<Outcome> run(Supplier<Caller> contestant, List<Scenario> scenarios) {
        time.schedule(() -> {}, PAUSE, Purpose.DELAY);
        time.run();
        Caller caller = contestant.get();
        List<Bulk> bulks = scenarios.stream()
                .map(scenario -> new Bulk(scenario, time, caller, seed).begin())
                .toList();
        time.run();
        return bulks.stream().map(Bulk::outcome).toList();
    }

    @Override
    public void close() {
        application.close();
    }
}
