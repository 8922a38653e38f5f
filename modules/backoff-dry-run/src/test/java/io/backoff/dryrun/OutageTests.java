package io.backoff.dryrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.backoff.budget.RetryBudget;
import io.backoff.dryrun.Figures.Comparison;
import io.backoff.policy.BackoffPolicies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An outage: every attempt fails. */
class OutageTests {

    private static final String A = "policies.a.delay=200ms";

    /** Each of them has less than half a call in the minute. */
    @Test
    void manyPoliciesWithoutCallsHaveCallsTogether() {
        Scenario.run(
                scenario -> {
                    Figures to = scenario.policy("default", "max-attempts", "5")
                            .outage()
                            .to();
                    assertThat(to.attemptsPerCall()).isEqualTo(5, within(1e-9));
                },
                IntStream.range(0, 200)
                        .mapToObj(each -> "policies.p" + each + ".delay=1ms")
                        .toArray(String[]::new));
    }

    /** 20 retries saved up, one of the reserve at once and one each 10 s, of 1230 calls. */
    @Test
    void theBudgetKeepsTheLoadNearOne() {
        Scenario.run(
                scenario -> {
                    scenario.succeeded("a", 1, 1_230);
                    scenario.time.advance(Duration.ofMinutes(1));
                    Comparison outage =
                            scenario.policy("a", "max-attempts", "5").outage();
                    assertThat(outage.from().attemptsPerCall()).isEqualTo(1 + 27 / 1_230.0, within(0.0011));
                    assertThat(outage.to().attemptsPerCall()).isEqualTo(1 + 27 / 1_230.0, within(0.0011));
                    assertThat(outage.to().succeeded()).isZero();
                },
                A);
    }

    @Test
    void withoutABudgetEachCallMakesAllAttempts() {
        Scenario.run(
                scenario -> {
                    Comparison outage = scenario.policy("a", Map.of("max-attempts", "5", "max-elapsed", "0"))
                            .outage();
                    assertThat(outage.from().attemptsPerCall()).isEqualTo(3);
                    assertThat(outage.to().attemptsPerCall()).isEqualTo(5);
                },
                A,
                "policies.a.budget=none");
    }

    @Test
    void makesOneCallPerSecondAtLeast() {
        Scenario.run(
                scenario -> {
                    // 20 saved up, and from then on one each 10 s
                    assertThat(scenario.policy("a", "max-attempts", "2")
                                    .outage()
                                    .to()
                                    .attemptsPerCall())
                            .isEqualTo(1 + 24 / 60.0, within(1e-9));
                },
                A);
    }

    @Test
    void manyCallsAreSampled() {
        Scenario.run(
                scenario -> assertThat(outage(scenario, Simulation.MOST_CALLS).attemptsPerCall())
                        .isEqualTo(outage(scenario, Integer.MAX_VALUE).attemptsPerCall(), within(0.001)),
                A,
                "budgets.a.ratio=0.1",
                "budgets.a.deposit-on=call");
    }

    @Test
    void fillingABudgetHelpsOnlyIfItIsEmpty() {
        Scenario.run(
                scenario -> {
                    for (int i = 0; i < 15; i++) {
                        budget(scenario).tryWithdraw(scenario.time.nanoTime());
                    }
                    DryRun run = scenario.budget("a", "tokens", "full");
                    assertThat(run.values().get("tokens").from()).isEqualTo("5");
                    assertThat(run.values().get("tokens").to()).isEqualTo("full");
                    assertThat(run.outage().from().attemptsPerCall()).isEqualTo(1 + 11 / 60.0, within(0.02));
                    assertThat(run.outage().to().attemptsPerCall()).isEqualTo(1 + 25 / 60.0, within(0.02));
                    assertThat(budget(scenario).tokens()).isEqualTo(5);
                },
                A);
    }

    @Test
    void attemptsWithoutEndAreCut() {
        Scenario.run(
                scenario -> {
                    DryRun run =
                            scenario.policy("a", Map.of("max-attempts", "0", "strategy", "none", "max-elapsed", "1h"));
                    assertThat(run.outage().to().attemptsPerCall()).isGreaterThan(40);
                    assertThat(run.reasons()).anyMatch(each -> each.contains("ended early"));
                },
                "policies.a.budget=none");
    }

    /** 15,000 calls, more than are simulated. */
    private static Figures outage(Scenario scenario, int most) {
        Tally tally = new Tally();
        Traffic traffic = OutageTraffic.of(15_000, new AttemptWindow(List.of()).total());
        var policy = scenario.context.getBean(BackoffPolicies.class).get("a");
        var limits = policy.budget().limits();
        Sample sample = Sample.of(List.of(traffic), most, List.of(limits));
        Simulation simulation = new Simulation(sample);
        var budget = RetryBudget.of("a", sample.reduced(limits));
        simulation.run(List.of(SimulatedPolicy.of(simulation, policy, budget, traffic, tally)));
        return tally.figures();
    }

    private static RetryBudget budget(Scenario scenario) {
        return scenario.context.getBean(BackoffPolicies.class).get("a").budget();
    }
}
