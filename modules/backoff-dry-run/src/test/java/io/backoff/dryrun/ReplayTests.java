package io.backoff.dryrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.dryrun.Figures.Comparison;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The replay of observed calls, against what is known in closed form. */
class ReplayTests {

    private static final String CONSTANT = "policies.a.strategy=constant";
    private static final String EXACT = "policies.a.jitter=none";
    private static final String NO_BUDGET = "policies.a.budget=none";
    private static final Offset<Double> EXACTLY = within(1e-9);

    @Test
    void repeatsExactlyWhatHappened() {
        Scenario.run(
                scenario -> {
                    fifthFails(scenario);
                    Figures from =
                            replay(scenario.policy("a", "max-attempts", "3")).from();
                    assertThat(from.attemptsPerCall()).isEqualTo(1.24, EXACTLY);
                    assertThat(from.succeeded()).isEqualTo(0.992, EXACTLY);
                    assertThat(from.denied()).isZero();
                },
                NO_BUDGET);
    }

    @Test
    void fewerAttemptsSucceedLess() {
        Scenario.run(
                scenario -> {
                    fifthFails(scenario);
                    Figures to =
                            replay(scenario.policy("a", "max-attempts", "2")).to();
                    assertThat(to.attemptsPerCall()).isEqualTo(1.2, EXACTLY);
                    assertThat(to.succeeded()).isEqualTo(0.96, EXACTLY);
                },
                NO_BUDGET);
    }

    /** Attempts that were never observed succeed like the last observed ones: (1 - p^n) / (1 - p) attempts, 1 - p^n successes. */
    @Test
    void moreAttemptsSucceedMore() {
        Scenario.run(
                scenario -> {
                    halfFails(scenario);
                    Figures to =
                            replay(scenario.policy("a", "max-attempts", "6")).to();
                    assertThat(to.attemptsPerCall()).isEqualTo((1 - Math.pow(0.5, 6)) / 0.5, within(0.02));
                    assertThat(to.succeeded()).isEqualTo(1 - Math.pow(0.5, 6), within(0.01));
                },
                NO_BUDGET);
    }

    /** A dry run reads the counters of a call under way one by one, and may miss some that were counted earlier. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void attemptsThatWereMissedSucceedLikeTheLast() {
        Scenario.run(
                scenario -> {
                    scenario.failed("a", 1, 500, Scenario.IO);
                    scenario.succeeded("a", 3, 1);
                    Figures from =
                            replay(scenario.policy("a", "max-attempts", "3")).from();
                    assertThat(from.attemptsPerCall()).isEqualTo(2, EXACTLY);
                    assertThat(from.succeeded()).isEqualTo(1, EXACTLY);
                },
                NO_BUDGET);
    }

    @Test
    void aSwitchedOffPolicyMakesOneAttempt() {
        Scenario.run(
                scenario -> {
                    fifthFails(scenario);
                    Figures to =
                            replay(scenario.policy("a", "enabled", "false")).to();
                    assertThat(to.attemptsPerCall()).isEqualTo(1, EXACTLY);
                    assertThat(to.succeeded()).isEqualTo(0.8, EXACTLY);
                },
                NO_BUDGET);
    }

    @Test
    void retriesOfASwitchedOffPolicyDoAsItsFirstAttempts() {
        Scenario.run(
                scenario -> {
                    scenario.succeeded("a", 1, 500);
                    scenario.failed("a", 1, 500, Scenario.IO);
                    Comparison replay = replay(scenario.policy("a", "enabled", "true"));
                    assertThat(replay.from().attemptsPerCall()).isEqualTo(1, EXACTLY);
                    assertThat(replay.to().attemptsPerCall()).isEqualTo(1.75, within(0.03));
                    assertThat(replay.to().succeeded()).isEqualTo(0.875, within(0.02));
                },
                "policies.a.enabled=false",
                NO_BUDGET);
    }

    @Test
    void whatIsNotRetryableIsNotRetried() {
        Scenario.run(
                scenario -> {
                    scenario.succeeded("a", 1, 900);
                    scenario.failed("a", 1, 40, Verdict.notRetryable());
                    scenario.failed("a", 1, 40, Verdict.overloaded());
                    scenario.failed("a", 1, 20, Verdict.abort());
                    Figures to =
                            replay(scenario.policy("a", "max-attempts", "9")).to();
                    assertThat(to.attemptsPerCall()).isEqualTo(1, EXACTLY);
                    assertThat(to.succeeded()).isEqualTo(0.9, EXACTLY);
                },
                NO_BUDGET);
    }

    @Test
    void resultsThatCallForARetryAreRetried() {
        Scenario.run(
                scenario -> {
                    scenario.failed("a", 1, 100, Verdict.retry(RetryCause.RESULT));
                    scenario.succeeded("a", 2, 100);
                    Figures from = replay(scenario.policy("a", "delay", "1s")).from();
                    assertThat(from.attemptsPerCall()).isEqualTo(2, EXACTLY);
                    assertThat(from.succeeded()).isEqualTo(1, EXACTLY);
                },
                NO_BUDGET);
    }

    /** While calls fail in one minute only, retries in that minute fail as those did, and the others succeed. */
    @Test
    void keepsFailuresInTheirMinute() {
        Scenario.run(
                scenario -> {
                    scenario.failed("a", 1, 500, Scenario.IO);
                    scenario.time.advance(Duration.ofMinutes(1));
                    scenario.succeeded("a", 1, 500);
                    scenario.time.advance(Duration.ofMinutes(1));
                    Figures to =
                            replay(scenario.policy("a", "max-attempts", "4")).to();
                    assertThat(to.succeeded()).isEqualTo(0.5, EXACTLY);
                    assertThat(to.attemptsPerCall()).isEqualTo(2.5, EXACTLY);
                },
                "policies.a.max-attempts=1",
                NO_BUDGET);
    }

    /** With half of the calls failing, deposits of 0.1 per success pay for a tenth of the successes. */
    @Test
    void theBudgetLimitsRetries() {
        Scenario.run(
                scenario -> {
                    scenario.succeeded("a", 1, 1_000);
                    scenario.failed("a", 1, 1_000, Scenario.IO);
                    scenario.time.advance(Duration.ofMinutes(1));
                    Figures to = replay(scenario.policy("a", Map.of("max-attempts", "2")))
                            .to();
                    // x retries of which half succeed: x = 0.1 * (1000 + x / 2)
                    assertThat(to.attemptsPerCall()).isEqualTo(1 + 100 / 0.95 / 2_000, within(0.005));
                    assertThat(to.denied()).isEqualTo(1 - 100 / 0.95 / 1_000, within(0.01));
                },
                "policies.a.max-attempts=1",
                "budgets.a.burst=1",
                "budgets.a.min-per-second=0");
    }

    @Test
    void aSmallerBudgetDeniesMore() {
        Scenario.run(
                scenario -> {
                    fifthFails(scenario);
                    Comparison replay = replay(scenario.budget("a", "ratio", "0"));
                    assertThat(replay.from().denied()).isZero();
                    // 100 retries in the bucket, and 1 + 6 of the reserve within the first minute
                    assertThat(replay.to().attemptsPerCall()).isBetween(1.1, 1.11);
                    assertThat(replay.to().denied()).isGreaterThan(0.4);
                },
                "policies.a.max-attempts=3",
                "budgets.a.ratio=1",
                "budgets.a.burst=100");
    }

    @Test
    void callsThatShareABudgetTakePart() {
        Scenario.run(
                scenario -> {
                    scenario.succeeded("a", 1, 500);
                    scenario.failed("a", 1, 500, Scenario.IO);
                    scenario.failed("b", 1, 500, Scenario.IO);
                    DryRun run = scenario.policy("a", "delay", "1ms");
                    assertThat(run.policies()).containsExactly("a");
                    assertThat(run.observed().calls()).isEqualTo(1_000);
                    // Of 100 tokens, the calls of b take as many as those of a do.
                    assertThat(replay(run).from().denied()).isBetween(0.85, 0.97);
                },
                "policies.a.budget=both",
                "policies.b.budget=both",
                "budgets.both.ratio=0",
                "budgets.both.burst=100",
                "budgets.both.min-per-second=0");
    }

    @Test
    void policiesThatInheritTheFieldAreChangedToo() {
        Scenario.run(
                scenario -> {
                    scenario.failed("heir", 1, 100, Scenario.IO);
                    DryRun run = scenario.policy("default", "max-attempts", "2");
                    assertThat(run.policies()).containsExactly("default", "heir");
                    assertThat(replay(run).to().attemptsPerCall()).isEqualTo(2, EXACTLY);
                },
                "policies.default.max-attempts=1",
                "policies.default.budget=none",
                "policies.heir.delay=1s",
                "policies.stranger.max-attempts=7");
    }

    @Test
    void budgetsThatInheritTheFieldAreChangedToo() {
        Scenario.run(
                scenario -> assertThat(
                                scenario.budget("default", "ratio", "0.5").policies())
                        .containsExactly("default", "heir"),
                "policies.heir.delay=1s",
                "policies.stranger.delay=1s",
                "budgets.stranger.ratio=0.2");
    }

    @Test
    void delaysAreThoseOfTheCallsWithRetries() {
        Scenario.run(
                scenario -> {
                    fifthFails(scenario);
                    Comparison replay = replay(scenario.policy("a", "delay", "2s"));
                    // 0.2 first and 0.04 second retries per call
                    assertThat(replay.from().meanDelay()).isEqualTo(Duration.ofMillis(240));
                    assertThat(replay.from().p99Delay()).isEqualTo(Duration.ofSeconds(2));
                    assertThat(replay.to().meanDelay()).isEqualTo(Duration.ofMillis(480));
                },
                CONSTANT,
                EXACT,
                NO_BUDGET,
                "policies.a.delay=1s");
    }

    @Test
    void hintsAndThrottledDelaysAreWaitedFor() {
        Scenario.run(
                scenario -> {
                    scenario.failed("a", 1, 100, Verdict.retryAfter(RetryCause.IO, Duration.ofSeconds(5)));
                    scenario.failed("b", 1, 100, Verdict.retry(RetryCause.THROTTLED));
                    assertThat(replay(scenario.policy("a", "honor-retry-after", "false")))
                            .isEqualTo(new Comparison(
                                    new Figures(2, 0, 0, Duration.ofSeconds(5), Duration.ofSeconds(5)),
                                    new Figures(2, 0, 0, Duration.ofSeconds(1), Duration.ofSeconds(1))));
                    assertThat(replay(scenario.policy("b", "throttled-delay", "4s"))
                                    .to()
                                    .meanDelay())
                            .isEqualTo(Duration.ofSeconds(4));
                },
                "policies.default.strategy=constant",
                "policies.default.jitter=none",
                "policies.default.delay=1s",
                "policies.default.max-attempts=2",
                "policies.default.retry-after-spread=0",
                "policies.default.budget=none",
                "policies.a.retry-after-spread=0",
                "policies.b.retry-after-spread=0");
    }

    /** Attempts of four seconds and delays of one: at 0, 5 and 10 s. */
    @Test
    void slowFailuresRunIntoMaxElapsed() {
        Scenario.run(
                scenario -> {
                    scenario.failed("a", 1, 100, Scenario.IO, Duration.ofSeconds(4));
                    assertThat(replay(scenario.policy("a", "max-elapsed", "12s"))
                                    .to()
                                    .attemptsPerCall())
                            .isEqualTo(3, EXACTLY);
                },
                CONSTANT,
                EXACT,
                NO_BUDGET,
                "policies.a.delay=1s",
                "policies.a.max-attempts=0",
                "policies.a.max-elapsed=1h");
    }

    @Test
    void aWaitBeforeTheFirstAttemptIsADelay() {
        Scenario.run(
                scenario -> {
                    scenario.succeeded("a", 1, 100);
                    Comparison replay = replay(scenario.policy("a", "wait-first", "true"));
                    assertThat(replay.from().meanDelay()).isZero();
                    assertThat(replay.to().meanDelay()).isEqualTo(Duration.ofSeconds(1));
                },
                CONSTANT,
                EXACT,
                "policies.a.delay=1s");
    }

    @Test
    void decorrelatedDelaysStayInBounds() {
        Scenario.run(
                scenario -> {
                    scenario.failed("a", 1, 100, Scenario.IO);
                    Figures to = replay(scenario.policy("a", Map.of("strategy", "decorrelated", "jitter", "none")))
                            .to();
                    assertThat(to.meanDelay()).isBetween(Duration.ofMillis(200), Duration.ofMillis(600));
                },
                NO_BUDGET,
                "policies.a.max-attempts=2");
    }

    @Test
    void theSameQuestionHasTheSameResponse() {
        Scenario.run(
                scenario -> {
                    fifthFails(scenario);
                    assertThat(scenario.policy("a", "max-attempts", "5").replay())
                            .isEqualTo(scenario.policy("a", "max-attempts", "5").replay());
                },
                "policies.a.max-attempts=3");
    }

    /** If there are more calls than are simulated, the first of each minute represent all. */
    private static Comparison replay(DryRun run) {
        assertThat(run.replay()).as(run.reasons().toString()).isNotNull();
        return run.replay();
    }

    private static void fifthFails(Scenario scenario) {
        scenario.succeeded("a", 1, 800);
        scenario.failed("a", 1, 200, Scenario.IO);
        scenario.succeeded("a", 2, 160);
        scenario.failed("a", 2, 40, Scenario.IO);
        scenario.succeeded("a", 3, 32);
        scenario.failed("a", 3, 8, Scenario.IO);
        scenario.time.advance(Duration.ofMinutes(1));
    }

    private static void halfFails(Scenario scenario) {
        scenario.succeeded("a", 1, 1_000);
        scenario.failed("a", 1, 1_000, Scenario.IO);
        scenario.succeeded("a", 2, 500);
        scenario.failed("a", 2, 500, Scenario.IO);
        scenario.succeeded("a", 3, 250);
        scenario.failed("a", 3, 250, Scenario.IO);
        scenario.time.advance(Duration.ofMinutes(1));
    }
}
