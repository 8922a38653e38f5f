package io.backoff.benchmarks.throttling;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.benchmarks.overload.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests, in virtual time, bulk jobs whose callee throttles. */
class ThrottlingTests {

    private static final List<Duration> LATENCIES = ThrottlingExperiment.LATENCIES;
    private static final Results RESULTS = Results.run();
    private static final Experiment EXPERIMENT = new Experiment(1);

    @AfterAll
    static void close() {
        EXPERIMENT.close();
    }

    @Test
    void pageShowsTheTables() throws IOException {
        for (String table : RESULTS.tables()) {
            Page.assertShows(table);
        }
    }

    @Test
    void guideNamesTheResults() throws IOException {
        Map<String, Outcome> steady = Objects.requireNonNull(RESULTS.bulk().get(Scenario.STEADY_LIMIT));
        Outcome unpaced = outcome(steady, Contestants.UNPACED);
        Outcome paced = outcome(steady, Contestants.PACED);
        Path guide = Path.of(System.getProperty("basedir", "."), "../docs/pace.md");
        assertThat(Files.readString(guide).replaceAll("\\s+", " "))
                .contains(String.format(
                        Locale.ROOT,
                        "the job takes %.0f s and %.2f requests per success; with a pace, the ideal %.0f s and %.2f requests",
                        unpaced.seconds(),
                        unpaced.requestsPerSuccess(),
                        paced.seconds(),
                        paced.requestsPerSuccess()));
    }

    @Test
    void isPictured() throws IOException {
        String drawn = RESULTS.picture().toString();
        Path folder = Path.of(System.getProperty("basedir", "."));
        Path output = Files.writeString(folder.resolve("target/pace.svg"), drawn);
        Path picture = folder.resolve("../docs/images/pace.svg");
        assertThat(picture)
                .withFailMessage("%s is not what is drawn now: copy %s over it", picture, output)
                .exists()
                .hasContent(drawn);
    }

    /** Ten seeds. The page shows the other scenarios too, which are not run here. */
    @Test
    void paceFollowsALimitThatChanges() throws IOException {
        List<List<Outcome>> byLatency = ThrottlingExperiment.paced(Scenario.CHANGING_LIMIT);
        assertThat(byLatency)
                .hasSize(LATENCIES.size())
                .allSatisfy(seeds -> assertThat(seeds).allSatisfy(outcome -> {
                    assertThat(outcome.used()).isGreaterThanOrEqualTo(0.95);
                    assertNoWaste(outcome);
                }));
        Page.assertShows(Report.goals(byLatency));
    }

    @ParameterizedTest
    @FieldSource("LATENCIES")
    void paceUsesASteadyLimit(Duration latency) {
        Outcome outcome = EXPERIMENT.run(Contestants.PACED, Scenario.STEADY_LIMIT.withLatency(latency));
        assertThat(outcome.used()).isGreaterThanOrEqualTo(0.95);
        assertNoWaste(outcome);
    }

    /** Each Retry-After holds back all calls for a second. */
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
    void callsWithoutPaceWasteRequests() {
        assertThat(outcome(Objects.requireNonNull(RESULTS.bulk().get(Scenario.STEADY_LIMIT)), Contestants.UNPACED)
                        .requestsPerSuccess())
                .isGreaterThan(1.3);
    }

    @Test
    void keysKeepAThrottledTenantFromSlowingAnother() {
        double alone = outcome(RESULTS.alone(), Contestants.PACED_WITH_KEYS).seconds();
        assertThat(outcome(RESULTS.beside(), Contestants.PACED_WITH_KEYS).seconds())
                .isLessThan(1.1 * alone);
    }

    @Test
    void one429OfAThousandSlowsNobody() {
        Outcome outcome = outcome(RESULTS.oneOfAThousand(), Contestants.PACED);
        assertThat(outcome.slowestUnthrottled())
                .isLessThanOrEqualTo(
                        outcome.scenario().latency().multipliedBy(3).dividedBy(2));
        assertThat(outcome.lost()).isZero();
    }

    private static Outcome outcome(Map<String, Outcome> outcomes, String contestant) {
        return Objects.requireNonNull(outcomes.get(contestant));
    }

    private static void assertNoWaste(Outcome outcome) {
        assertThat(outcome.requestsPerSuccess()).isLessThanOrEqualTo(1.05);
        assertThat(outcome.lost()).isZero();
    }
}
