package io.backoff.dryrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.backoff.dryrun.Figures.Comparison;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Replays of more calls than are simulated. */
class SampledReplayTests {

    /**
     * 1000 of 6000 calls can be retried, however few are simulated; and 200 of 66,000, which are too many for the bucket
     * to be reduced like them.
     */
    @ParameterizedTest
    @CsvSource({"5, 1200, 1000", "11, 6000, 200", "5, 1200, 20"})
    void savedRetriesAreAsManyAsSaved(int minutes, int callsPerMinute, int burst) {
        Scenario.run(
                scenario -> {
                    for (int minute = 0; minute < minutes; minute++) {
                        scenario.failed("a", 1, callsPerMinute, Scenario.IO);
                        scenario.time.advance(Duration.ofSeconds(minute < minutes - 1 ? 60 : 59));
                    }
                    double calls = minutes * callsPerMinute;
                    Figures to =
                            replay(scenario.policy("a", "max-attempts", "2")).to();
                    assertThat(to.attemptsPerCall()).isEqualTo(1 + burst / calls, within(0.003));
                    assertThat(to.denied()).isEqualTo(1 - burst / calls, within(0.003));
                },
                "policies.a.max-attempts=1",
                "budgets.a.ratio=0",
                "budgets.a.min-per-second=0",
                "budgets.a.burst=" + burst);
    }

    /** Chance alone would move these shares by some percent. */
    @ParameterizedTest
    @ValueSource(ints = {4_000, 20_000, 200_000})
    void theSampleHasTheSharesOfTheWhole(int calls) {
        Scenario.run(
                scenario -> {
                    for (int minute = 0; minute < 4; minute++) {
                        scenario.succeeded("a", 1, calls / 8);
                        scenario.failed("a", 1, calls / 8, Scenario.IO);
                        scenario.time.advance(Duration.ofMinutes(1));
                    }
                    Figures to =
                            replay(scenario.policy("a", "enabled", "false")).to();
                    assertThat(to.succeeded()).isEqualTo(0.5, within(0.005));
                    assertThat(to.attemptsPerCall()).isEqualTo(1, within(1e-9));
                },
                "policies.a.budget=none");
    }

    @Test
    void manyCallsAreSampled() {
        Scenario.run(
                scenario -> {
                    scenario.succeeded("a", 1, 160_000);
                    scenario.failed("a", 1, 40_000, Scenario.IO);
                    scenario.succeeded("a", 2, 40_000);
                    scenario.time.advance(Duration.ofMinutes(1));
                    DryRun run = scenario.policy("a", "delay", "1ms");
                    assertThat(run.observed().callsPerSecond()).isEqualTo(200_000 / 60.0, within(0.1));
                    assertThat(replay(run).from().attemptsPerCall()).isEqualTo(1.2, within(0.005));
                    assertThat(replay(run).from().succeeded()).isEqualTo(1, within(1e-9));
                },
                "policies.a.budget=none");
    }

    private static Comparison replay(DryRun run) {
        assertThat(run.replay()).as(run.reasons().toString()).isNotNull();
        return run.replay();
    }
}
