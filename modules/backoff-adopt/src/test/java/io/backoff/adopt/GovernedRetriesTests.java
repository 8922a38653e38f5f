package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.engine.ForwardedTime;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import io.backoff.testkit.FakeCallee;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.EventListener;
import org.springframework.resilience.retry.MethodRetryEvent;

/** What callees and operators say about the retries of governed calls. */
@ParameterizedClass
@ValueSource(strings = "govern")
class GovernedRetriesTests extends RetryingTests {

    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final Duration HINT = Duration.ofSeconds(10);
    private static final Author OPERATOR = new Author("alice", ChangeSource.ENDPOINT);

    private final Events events = get(Events.class);

    GovernedRetriesTests(String mode) {
        super(mode, List.of(Interruptions.class, Events.class, Verdicts.class));
        events.failed.clear();
    }

    @AfterEach
    void reset() {
        PolicyStore store = get(PolicyStore.class);
        store.reset(SettingsGroup.POLICIES, "callee", OPERATOR);
        store.reset(SettingsGroup.POLICIES, "default", OPERATOR);
        store.reset(SettingsGroup.BUDGETS, "callee", OPERATOR);
    }

    @ParameterizedTest
    @EnumSource
    void aCalleeThatAsksNotToBeCalledAgainIsNot(Way way) {
        Target target = Target.failing(9, number -> new CalleeFailure(Verdict.overloaded()));
        assertEnds(way, target, 1, Outcome.OVERLOADED);
        assertThat(application.waits()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aCalleeMayAskSoInARetry(Way way) {
        Verdict[] verdicts = {Verdict.retry(RetryCause.IO), Verdict.overloaded()};
        Target target = Target.failing(9, number -> new CalleeFailure(verdicts[number - 1]));
        assertEnds(way, target, 2, Outcome.OVERLOADED);
        assertThat(application.waits()).hasSize(way.isFramework() ? 0 : 1);
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
        assertThat(application.waits()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void blockingCallsWaitForAHint(Way way) throws Throwable {
        application.whenWaiting(() -> time.advance(DELAY));
        assertThat(way.call(application, hinting(1))).isEqualTo("result");
        Duration left = way.isFramework() ? HINT : HINT.minus(DELAY);
        assertThat(time.waits()).isEqualTo(way.isBlocking() ? List.of(left) : List.of());
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
        assertThat(time.waits()).isEqualTo(way.isBlocking() ? List.of(HINT, HINT) : List.of());
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
        assertThat(time.waits()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = ".*VALUE")
    void anInterruptEndsTheWaitForAHint(Way way) {
        get(Interruptions.class).active = true;
        Target target = hinting(9);
        Throwable thrown = catchThrowable(() -> way.call(application, target));
        get(Interruptions.class).active = false;
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(1);
        assertOutcome(Outcome.ABORTED);
    }

    @ParameterizedTest
    @EnumSource
    void aHintBeyondTheTimeOfThePolicyEndsTheCall(Way way) {
        change(SettingsGroup.POLICIES, "callee", "max-elapsed", "9s");
        assertEnds(way, hinting(9), 1, Outcome.ELAPSED);
        assertThat(time.waits()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aDenialEndsTheCallOfTheLibraryIfItCanBeEnded(Way way) {
        denyAll();
        Target target = Target.failing();
        assertEnds(way, target, 1, Outcome.BUDGET_DENIED);
        assertThat(target.last().getSuppressed()).hasAtLeastOneElementOfType(BudgetExhaustedException.class);
        // The denial comes after the first delay; the second one does not pass.
        assertThat(application.waits()).hasSize(way.isFramework() ? 0 : 1);
        if (way.isFramework() && way.isBlocking()) {
            assertThat(events.failed).as("the Framework waits and tries on").hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDisabledPolicyDeniesEveryRetry(Way way) {
        change(SettingsGroup.POLICIES, "callee", "enabled", "false");
        assertEnds(way, Target.failing(), 1, Outcome.NOT_RETRYABLE);
        assertThat(application.waits()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theNextCallFollowsAChangeOfTheBudget(Way way) throws Throwable {
        denyAll();
        catchThrowable(() -> way.call(application, Target.failing()));
        change(SettingsGroup.BUDGETS, "callee", "burst", "5");
        budget().refill();
        assertThat(way.call(application, Target.failing(2))).isEqualTo("result");
        assertThat(budget().tokens()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void theNextCallFollowsAChangeToAnotherBudget(Way way) throws Throwable {
        denyAll();
        change(SettingsGroup.POLICIES, "callee", "budget", "none");
        assertThat(way.call(application, Target.failing(2))).isEqualTo("result");
    }

    /** The denial of the last attempt that a library would make is not mistaken for one of the call around it. */
    @Test
    void aDenialEndsOneCallOnly() {
        String[] properties = {
            "backoff.nested=independent",
            "backoff.adopt.policies.OuterCalls=outer",
            "backoff.budgets.callee.burst=1",
            "backoff.budgets.callee.ratio=0",
            "backoff.budgets.callee.min-per-second=0"
        };
        try (AdoptedApplication nesting = start("govern", List.of(OuterCalls.class), properties)) {
            Target target = Target.failing();
            AtomicInteger outer = new AtomicInteger();
            assertThat(catchThrowable(() -> nesting.get(OuterCalls.class).value(() -> {
                        outer.incrementAndGet();
                        return Way.RESILIENCE4J_VALUE.call(nesting, target);
                    })))
                    .isSameAs(target.last());
            assertThat(outer).hasValue(3);
            assertThat(target.attempts()).as("one of the calls may retry once").isEqualTo(4);
        }
    }

    private void denyAll() {
        get(PolicyStore.class)
                .change(
                        SettingsGroup.BUDGETS,
                        "callee",
                        Map.of("burst", "0", "ratio", "0", "min-per-second", "0"),
                        OPERATOR);
    }

    private void change(SettingsGroup group, String name, String field, String value) {
        get(PolicyStore.class).change(group, name, Map.of(field, value), OPERATOR);
    }

    private static Target hinting(int failing) {
        return Target.failing(failing, number -> new CalleeFailure(Verdict.retryAfter(RetryCause.THROTTLED, HINT)));
    }

    private void assertEnds(Way way, Target target, int attempts, Outcome outcome) {
        assertThat(catchThrowable(() -> way.call(application, target))).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(attempts);
        assertOutcome(outcome);
    }

    /** A failure and how the application classifies it. */
    static final class CalleeFailure extends IOException {

        private static final long serialVersionUID = 1L;

        private final transient Verdict verdict;

        CalleeFailure(Verdict verdict) {
            this.verdict = verdict;
        }
    }

    static class Verdicts implements Classifier {

        @Override
        public @Nullable Verdict classify(Throwable failure) {
            return failure instanceof CalleeFailure known ? known.verdict : null;
        }
    }

    /** Interrupts threads that fall asleep, if asked to. */
    @Primary
    static class Interruptions extends ForwardedTime {

        volatile boolean active;

        Interruptions(FakeTime time) {
            super(time);
        }

        @Override
        public void sleep(Duration delay) throws InterruptedException {
            if (active) {
                Thread.currentThread().interrupt();
            }
            super.sleep(delay);
        }
    }

    /** The failures of attempts that Spring Framework sees in blocking calls. */
    static class Events {

        final List<MethodRetryEvent> failed = new CopyOnWriteArrayList<>();

        @EventListener
        void failed(MethodRetryEvent event) {
            if (!event.isRetryAborted()) {
                failed.add(event);
            }
        }
    }

    static class OuterCalls {

        @Retry(name = "three")
        public Object value(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
