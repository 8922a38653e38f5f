package io.backoff.adopt;

import static io.backoff.adopt.RetryingApplication.DELAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.backoff.adopt.RetryingApplication.CalleeFailure;
import io.backoff.adopt.RetryingApplication.InterruptingTime;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.policy.Outcome;
import io.backoff.testkit.FakeCallee;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What callees and operators say about the retries of governed calls. */
@Timeout(60)
class GovernedRetriesTests {

    private static final Duration HINT = Duration.ofSeconds(10);
    private static final Author OPERATOR = new Author("alice", ChangeSource.ENDPOINT);

    private static RetryingApplication application;

    @BeforeAll
    static void start() {
        application = new RetryingApplication("govern");
    }

    @AfterAll
    static void close() {
        application.close();
    }

    @BeforeEach
    void forget() {
        application.fresh();
    }

    @AfterEach
    void reset() {
        PolicyStore store = application.get(PolicyStore.class);
        store.reset(SettingsGroup.POLICIES, "callee", OPERATOR);
        store.reset(SettingsGroup.POLICIES, "default", OPERATOR);
        store.reset(SettingsGroup.BUDGETS, "callee", OPERATOR);
    }

    @ParameterizedTest
    @EnumSource
    void aCalleeThatAsksNotToBeCalledAgainIsNot(Way way) {
        assertOverloaded(way, Target.failing(9, number -> new CalleeFailure(Verdict.overloaded())), 1);
        assertThat(application.delays()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aCalleeMayAskSoInARetry(Way way) {
        Verdict[] verdicts = {Verdict.retry(RetryCause.IO), Verdict.overloaded()};
        assertOverloaded(way, Target.failing(9, number -> new CalleeFailure(verdicts[number - 1])), 2);
        assertThat(application.delays()).hasSize(way.isFramework() ? 0 : 1);
    }

    @ParameterizedTest
    @EnumSource
    void aPushbackOfAServerIsObeyed(Way way) {
        try (FakeCallee callee = new FakeCallee()) {
            callee.answers(503, Map.of("Retry-Pushback-Ms", "-1"), "");
            assertThat(catchThrowable(() -> way.send(application, callee.url())))
                    .hasMessageContaining("503");
            assertThat(callee.attempts()).hasSize(1);
        }
        assertOutcome(Outcome.OVERLOADED);
        assertThat(application.delays()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void blockingCallsWaitForAHint(Way way) throws Throwable {
        application.timePasses();
        assertThat(way.call(application, hinting(1))).isEqualTo("result");
        Duration left = way.isFramework() ? HINT : HINT.minus(DELAY);
        assertThat(application.waits()).isEqualTo(way.isBlocking() ? List.of(left) : List.of());
        assertOutcome(Outcome.RECOVERED);
    }

    @ParameterizedTest
    @EnumSource
    void blockingCallsWaitForAHintOfAServer(Way way) {
        try (FakeCallee callee = new FakeCallee()) {
            callee.answers(503, Map.of("Retry-After", "10"), "");
            catchThrowable(() -> way.send(application, callee.url()));
            assertThat(callee.attempts()).hasSize(3);
        }
        assertThat(application.waits()).isEqualTo(way.isBlocking() ? List.of(HINT, HINT) : List.of());
    }

    @ParameterizedTest
    @EnumSource
    void hintsAreNotHonouredIfThePolicySaysSo(Way way) {
        change(SettingsGroup.POLICIES, "callee", "honor-retry-after", "false");
        try (FakeCallee callee = new FakeCallee()) {
            callee.answers(503, Map.of("Retry-After", "10"), "");
            catchThrowable(() -> way.send(application, callee.url()));
            assertThat(callee.attempts()).hasSize(3);
        }
        assertThat(application.waits()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = ".*VALUE")
    void anInterruptEndsTheWaitForAHint(Way way) {
        InterruptingTime time = application.get(InterruptingTime.class);
        time.interrupts = true;
        Target target = hinting(9);
        Throwable thrown = catchThrowable(() -> way.call(application, target));
        time.interrupts = false;
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(1);
        assertOutcome(Outcome.ABORTED);
    }

    @ParameterizedTest
    @EnumSource
    void aHintBeyondTheTimeOfThePolicyEndsTheCall(Way way) {
        change(SettingsGroup.POLICIES, "callee", "max-elapsed", "9s");
        Target target = hinting(9);
        assertThat(catchThrowable(() -> way.call(application, target))).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(1);
        assertThat(application.waits()).isEmpty();
        assertOutcome(Outcome.ELAPSED);
    }

    @ParameterizedTest
    @EnumSource
    void aDenialEndsTheCallOfTheLibraryIfItCanBeEnded(Way way) {
        denyAll();
        Target target = Target.failing();
        assertThat(catchThrowable(() -> way.call(application, target))).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(1);
        assertThat(target.last().getSuppressed()).hasAtLeastOneElementOfType(BudgetExhaustedException.class);
        assertOutcome(Outcome.BUDGET_DENIED);
        // The denial comes after the first delay; the second one does not pass.
        assertThat(application.delays()).hasSize(way.isFramework() ? 0 : 1);
        if (way.isFramework() && way.isBlocking()) {
            assertThat(application.frameworkFailures())
                    .as("the Framework waits and tries on")
                    .isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDisabledPolicyDeniesEveryRetry(Way way) {
        change(SettingsGroup.POLICIES, "callee", "enabled", "false");
        Target target = Target.failing();
        assertThat(catchThrowable(() -> way.call(application, target))).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(1);
        assertThat(application.delays()).isEmpty();
        assertOutcome(Outcome.NOT_RETRYABLE);
    }

    @ParameterizedTest
    @EnumSource
    void theNextCallFollowsAChangeOfTheBudget(Way way) throws Throwable {
        denyAll();
        catchThrowable(() -> way.call(application, Target.failing()));
        change(SettingsGroup.BUDGETS, "callee", "burst", "5");
        application.fresh();
        assertThat(way.call(application, Target.failing(2))).isEqualTo("result");
        assertThat(application.budget().tokens()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void theNextCallFollowsAChangeToAnotherBudget(Way way) throws Throwable {
        denyAll();
        change(SettingsGroup.POLICIES, "callee", "budget", "none");
        assertThat(way.call(application, Target.failing(2))).isEqualTo("result");
    }

    private static void denyAll() {
        application
                .get(PolicyStore.class)
                .change(
                        SettingsGroup.BUDGETS,
                        "callee",
                        Map.of("burst", "0", "ratio", "0", "min-per-second", "0"),
                        OPERATOR);
    }

    private static void change(SettingsGroup group, String name, String field, String value) {
        application.get(PolicyStore.class).change(group, name, Map.of(field, value), OPERATOR);
    }

    private static Target hinting(int failing) {
        return Target.failing(failing, number -> new CalleeFailure(Verdict.retryAfter(RetryCause.THROTTLED, HINT)));
    }

    private static void assertOverloaded(Way way, Target target, int attempts) {
        assertThat(catchThrowable(() -> way.call(application, target))).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(attempts);
        assertOutcome(Outcome.OVERLOADED);
    }

    /** Futures are counted on the thread that completes them. */
    private static void assertOutcome(Outcome outcome) {
        await().pollDelay(Duration.ZERO)
                .untilAsserted(() -> assertThat(application.outcomes()).isEqualTo(Map.of(outcome, 1L)));
    }
}
