package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.docs.migration.FailsafeDelays;
import io.backoff.docs.migration.PeerDelays;
import io.backoff.docs.migration.Resilience4jDelays;
import io.backoff.docs.migration.SpringFrameworkDelays;
import io.backoff.docs.migration.SpringRetryDelays;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.ScheduledDelay;
import io.backoff.testkit.Docs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The policies that the migration guide suggests have the delays of the libraries that they replace. */
class MigrationDelayTests {

    private static final Map<String, Map<String, PeerDelays>> PEERS = Map.of(
            "spring-retry.md", SpringRetryDelays.all(),
            "spring-framework.md", SpringFrameworkDelays.all(),
            "resilience4j.md", Resilience4jDelays.all(),
            "failsafe.md", FailsafeDelays.all());

    // Other libraries count whole milliseconds, and truncate each time.
    private static final Duration ROUNDING = Duration.ofMillis(2);
    private static final int CALLS = 300;

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void areTheSame(Row row) {
        List<ScheduledDelay> ours = schedule(row.policy);
        boolean random = ours.stream().anyMatch(delay -> !delay.min().equals(delay.max()));
        List<List<Duration>> theirs = PEERS.get(row.page).get(row.peer).sample(random ? CALLS : 1);
        for (int i = row.from; i < ours.size(); i++) {
            int index = i;
            assertSame(
                    ours.get(i),
                    theirs.stream().map(call -> call.get(index)).sorted().toList());
        }
    }

    static Stream<Row> areTheSame() {
        return PEERS.keySet().stream().sorted().flatMap(MigrationDelayTests::rows);
    }

    @Test
    void areComparedForEachOfTheExamples() {
        PEERS.forEach((page, peers) ->
                assertThat(rows(page).map(Row::peer)).containsExactlyInAnyOrderElementsOf(peers.keySet()));
    }

    @Test
    void ofResilience4jDoNotGrowWithoutAWaitDuration() {
        var delays = Resilience4jDelays.of(instance -> instance.setEnableExponentialBackoff(true));
        assertThat(delays.sample(1).get(0)).containsOnly(Duration.ofMillis(500));
    }

    /** Compares delays: all draws stay within the bounds, and nearly reach them. */
    private static void assertSame(ScheduledDelay ours, List<Duration> sorted) {
        Duration shortest = sorted.get(0);
        Duration longest = sorted.get(sorted.size() - 1);
        Duration rounding = ROUNDING.plus(ours.max().dividedBy(1000));
        Duration margin = ours.max().minus(ours.min()).dividedBy(10).plus(rounding);
        assertThat(shortest)
                .as("before attempt %s", ours.attempt())
                .isBetween(ours.min().minus(rounding), ours.min().plus(margin));
        assertThat(longest)
                .as("before attempt %s", ours.attempt())
                .isBetween(ours.max().minus(margin), ours.max().plus(rounding));
    }

    private static List<ScheduledDelay> schedule(List<String> policy) {
        List<List<ScheduledDelay>> schedule = new ArrayList<>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
                .withPropertyValues("backoff.policies.p.max-attempts=" + PeerDelays.ATTEMPTS)
                .withPropertyValues(policy.stream()
                        .map(each -> "backoff.policies.p." + each)
                        .toArray(String[]::new))
                .run(context -> schedule.add(
                        context.getBean(BackoffPolicies.class).get("p").schedule(PeerDelays.ATTEMPTS)));
        return schedule.get(0);
    }

    private static Stream<Row> rows(String page) {
        return Docs.table(Docs.GUIDE.resolve("migration").resolve(page), "delays").rows().stream()
                .map(cells -> new Row(
                        page,
                        Docs.code(cells.get(0)).get(0),
                        Docs.code(cells.get(1)),
                        cells.get(2).contains("the first") ? 1 : 0));
    }

    /**
     * A row of the table.
     *
     * @param from first delay to compare: 1 if the first one is documented to differ
     */
    record Row(String page, String peer, List<String> policy, int from) {

        @Override
        public String toString() {
            return page + ": " + peer;
        }
    }
}
