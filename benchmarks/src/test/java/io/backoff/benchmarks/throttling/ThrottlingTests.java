package io.backoff.benchmarks.throttling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests, in virtual time, what becomes of calls in bulk that a callee throttles. */
class ThrottlingTests {

    private static final List<Duration> LATENCIES = ThrottlingExperiment.LATENCIES;
    private static final Experiment EXPERIMENT = new Experiment(1);

    @AfterAll
    static void close() {
        EXPERIMENT.close();
    }

    @ParameterizedTest
    @FieldSource("LATENCIES")
    void paceUsesASteadyLimit(Duration latency) {
        Outcome outcome = EXPERIMENT.run(Contestants.PACED, Scenario.STEADY_LIMIT.withLatency(latency));
        assertThat(outcome.used()).isGreaterThanOrEqualTo(0.95);
        assertNoWaste(outcome);
    }

    /** Each hint holds back all calls for a second. */
    @ParameterizedTest
    @FieldSource("LATENCIES")
    void paceObeysHints(Duration latency) {
        for (Scenario each : List.of(Scenario.STEADY_HINTS, Scenario.CHANGING_HINTS)) {
            Outcome outcome = EXPERIMENT.run(Contestants.PACED, each.withLatency(latency));
            assertThat(outcome.timesIdeal()).isLessThanOrEqualTo(2.2);
            assertNoWaste(outcome);
        }
    }

    @Test
    void paceFollowsALimitThatChanges() {
        Outcome outcome = EXPERIMENT.run(Contestants.PACED, Scenario.CHANGING_LIMIT);
        assertThat(outcome.used()).isGreaterThanOrEqualTo(0.95);
        assertNoWaste(outcome);
    }

    @Test
    void callsWithoutPaceWasteRequests() {
        assertThat(EXPERIMENT.run(Contestants.UNPACED, Scenario.STEADY_LIMIT).requestsPerSuccess())
                .isGreaterThan(1.3);
    }

    @Test
    void keysKeepAThrottledTenantFromSlowingAnother() {
        double alone = EXPERIMENT
                .run(Contestants.PACED_WITH_KEYS, Scenario.QUIET_TENANT)
                .seconds();
        List<Scenario> both = List.of(Scenario.QUIET_TENANT, Scenario.THROTTLED_TENANT);
        double beside = EXPERIMENT.run(Contestants.PACED_WITH_KEYS, both).get(0).seconds();
        assertThat(beside).isLessThan(1.1 * alone);
    }

    @Test
    void one429OfAThousandSlowsNobody() {
        Outcome outcome = EXPERIMENT.run(Contestants.PACED, Scenario.ONE_OF_A_THOUSAND);
        assertThat(outcome.slowestUnthrottled())
                .isLessThanOrEqualTo(
                        outcome.scenario().latency().multipliedBy(3).dividedBy(2));
        assertThat(outcome.lost()).isZero();
    }

    private static void assertNoWaste(Outcome outcome) {
        assertThat(outcome.requestsPerSuccess()).isLessThanOrEqualTo(1.05);
        assertThat(outcome.lost()).isZero();
    }
}
