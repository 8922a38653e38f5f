package io.backoff.contract;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.DURATION;

import io.backoff.PermanentException;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.budget.RetryBudget;
import io.backoff.classify.Busy;
import io.backoff.classify.Response;
import io.backoff.classify.ResponseExtractor;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.PacedException;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.pace.Lane;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/**
 * The contract of every kind of call. A subclass for each return type declares a bean whose methods run the script
 * below, one step per attempt, and return its values in their own way.
 */
public abstract class CallContract {

    private static final Duration MS_100 = Duration.ofMillis(100);

    protected final Script script = new Script();

    private static final ApplicationContextRunner CONTEXT = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
            .withBean(FakeTime.class)
            .withBean(RecordingListener.class)
            .withBean(ResponseExtractor.class, () -> Response::read)
            .withPropertyValues(
                    "policy=default",
                    "backoff.policies.default.delay=100ms",
                    "backoff.policies.default.jitter=none",
                    "backoff.policies.default.max-attempts=3",
                    "backoff.policies.default.retry-on-result=#result == 'pending'",
                    "backoff.policies.brief.max-elapsed=250ms",
                    "backoff.policies.poor.budget=empty",
                    "backoff.budgets.empty.burst=0",
                    "backoff.budgets.empty.min-per-second=0",
                    "backoff.policies.off.enabled=false",
                    "backoff.policies.endless.max-attempts=0",
                    "backoff.policies.endless.max-elapsed=1s",
                    "backoff.policies.eager.strategy=none",
                    "backoff.policies.eager.max-attempts=10000",
                    "backoff.policies.eager.budget=none");

    /** The auto-configurations that this kind of call needs besides the main one. */
    protected Class<?>[] furtherConfigurations() {
        return new Class<?>[0];
    }

    /** Whether callers get results before they can be judged. */
    protected boolean passesResultsOn() {
        return false;
    }

    /** Registers the bean with the guarded methods. */
    protected abstract ApplicationContextRunner withService(ApplicationContextRunner runner);

    /** Calls the method that is guarded by the policy <code>${policy}</code>, and waits for its result. */
    protected abstract String call(ApplicationContext context) throws Throwable;

    /** Calls the method of policy {@code default} that has a fallback, as {@link #call} does. */
    protected abstract String callWithFallback(ApplicationContext context) throws Throwable;

    @Test
    void aFirstSuccessIsReturned() {
        script.add("done");
        run("default", (running, result) -> {
            assertThat(result.value).isEqualTo("done");
            assertOutcome(running, "default", Outcome.SUCCESS);
            assertThat(waits(running)).isEmpty();
        });
    }

    @Test
    void aRetryRecovers() {
        script.fail(new IOException("1")).fail(new IOException("2")).add("done");
        run("default", (running, result) -> {
            assertThat(result.value).isEqualTo("done");
            assertOutcome(running, "default", Outcome.RECOVERED);
            assertThat(waits(running)).containsExactly(MS_100, MS_100.multipliedBy(2));
        });
    }

    @Test
    void theLastFailureSurfacesWithTheEarlierOnesSuppressed() {
        IOException first = new IOException("1");
        IOException second = new IOException("2");
        IOException third = new IOException("3");
        script.fail(first).fail(second).fail(third);
        run("default", (running, result) -> {
            assertThat(result.failure).isSameAs(third);
            assertThat(third.getSuppressed()).containsExactly(first, second);
            assertOutcome(running, "default", Outcome.EXHAUSTED);
        });
    }

    @Test
    void aFailureThatIsNotRetryableEndsTheCall() {
        AssertionError failure = new AssertionError("x");
        script.fail(failure);
        run("default", (running, result) -> {
            assertThat(result.failure).isSameAs(failure);
            assertOutcome(running, "default", Outcome.NOT_RETRYABLE);
        });
    }

    @Test
    void aPermanentFailureIsUnwrapped() {
        IOException cause = new IOException("gone");
        script.fail(new PermanentException(cause));
        run("default", (running, result) -> {
            assertThat(result.failure).isSameAs(cause);
            assertOutcome(running, "default", Outcome.NOT_RETRYABLE);
        });
    }

    /** At 7 per second, since ten per second were throttled. */
    @Test
    void waitsForItsTurnWhileTheCalleeThrottles() {
        script.fail(new IOException("1")).add("done");
        runPaced("default", Duration.ZERO, (running, result) -> {
            assertThat(result.value).isEqualTo("done");
            assertThat(waits(running)).hasSize(3).startsWith(Duration.ofNanos(142_857_143), MS_100);
            assertOutcome(running, "default", Outcome.RECOVERED);
        });
    }

    @Test
    void endsImmediatelyIfItsTurnWouldComeTooLate() {
        script.add("never");
        runPaced("brief", Duration.ofSeconds(5), (running, result) -> {
            // Proxies wrap checked exceptions that a method does not declare.
            assertThat(
                            result.failure instanceof UndeclaredThrowableException wrapped
                                    ? wrapped.getCause()
                                    : result.failure)
                    .isInstanceOf(PacedException.class);
            assertThat(waits(running)).isEmpty();
            assertOutcome(running, "brief", Outcome.ELAPSED);
        });
    }

    private void runPaced(String policy, Duration hint, Check check) {
        withService(context().withPropertyValues("backoff.policies.default.pace=adaptive", "policy=" + policy))
                .run(running -> {
                    Lane lane =
                            running.getBean(BackoffPolicies.class).get(policy).lane();
                    throttle(lane, running.getBean(FakeTime.class), hint);
                    check.check(running, callQuietly(() -> call(running)));
                });
    }

    private static void throttle(Lane lane, FakeTime time, Duration hint) {
        for (int i = 0; i < 10; i++) {
            lane.begin(time.nanoTime(), 0);
            time.advance(MS_100);
        }
        lane.throttled(time.nanoTime(), time.nanoTime(), hint);
        lane.throttled(time.nanoTime(), time.nanoTime(), hint);
    }

    @Test
    void cancellationIsNeverRetried() {
        script.fail(new CancellationException());
        run("default", (running, result) -> {
            assertThat(result.failure).isInstanceOf(CancellationException.class);
            assertOutcome(running, "default", Outcome.ABORTED);
        });
    }

    @Test
    void errorsOfLinkageAreNeverRetried() {
        NoClassDefFoundError failure = new NoClassDefFoundError("x");
        script.fail(failure);
        run("default", (running, result) -> {
            assertThat(result.failure).isSameAs(failure);
            assertOutcome(running, "default", Outcome.NOT_RETRYABLE);
        });
    }

    @Test
    void aFullStackIsNeverRetried() {
        StackOverflowError full = new StackOverflowError();
        script.fail(new IOException("1")).fail(full);
        run("default", (running, result) -> {
            assertThat(result.failure).isSameAs(full);
            assertOutcome(running, "default", Outcome.NOT_RETRYABLE);
            assertThat(CurrentAttempt.get()).isEmpty();
        });
    }

    /** The overflow may occur in a listener, a classifier or a meter; at the first attempt, a decision or the end. */
    @Test
    void aStackOverflowInAnObserverOfTheCallLeavesItOneOutcome() {
        withService(context()
                        .withBean(BreakingParts.class, BreakingParts::new)
                        .withPropertyValues("backoff.policies.default.budget=none"))
                .run(running -> {
                    BreakingParts parts = running.getBean(BreakingParts.class);
                    int calls = 0;
                    do {
                        List<IOException> failures = script.failThreeTimes();
                        parts.breakAfter(calls++);
                        Result result = callQuietly(() -> call(running));
                        assertThat(result.failure).isIn(failures);
                        assertThat(running.getBean(CallStatisticsRegistry.class).counts("default").values().stream()
                                        .mapToLong(Long::longValue)
                                        .sum())
                                .isEqualTo(calls);
                        assertThat(CurrentAttempt.get()).isEmpty();
                    } while (parts.broke());
                    assertThat(calls).isGreaterThan(10);
                });
    }

    @Test
    void aHintOfTheCalleeIsNotUndercut() {
        script.fail(new Busy(Duration.ofSeconds(7))).add("done");
        run(
                "default",
                (running, result) -> assertThat(waits(running))
                        .singleElement(as(DURATION))
                        .isBetween(Duration.ofSeconds(7), Duration.ofMillis(10_500)));
    }

    @Test
    void aCalleeThatAsksToSlowDownIsCalledLater() {
        script.fail(new Response(500))
                .fail(new Response(429))
                .fail(new Response(500))
                .add("done");
        run(context().withPropertyValues("backoff.policies.default.max-attempts=4"), "default", (running, result) -> {
            assertThat(result.value).isEqualTo("done");
            assertThat(waits(running)).containsExactly(MS_100, Duration.ofSeconds(2), MS_100.multipliedBy(4));
        });
    }

    @Test
    void aFailureOfAGroupEndsTheCall() {
        IllegalArgumentException failure = new IllegalArgumentException("x");
        script.fail(new IOException(failure));
        run("default", (running, result) -> {
            assertThat(result.failure).hasCause(failure);
            assertOutcome(running, "default", Outcome.NOT_RETRYABLE);
        });
    }

    @Test
    void aNamedClassWinsOverAGroup() {
        script.fail(new IllegalArgumentException("x")).add("done");
        run(
                context().withPropertyValues("backoff.policies.default.retry-on=java.lang.IllegalArgumentException"),
                "default",
                (running, result) -> assertOutcome(running, "default", Outcome.RECOVERED));
    }

    @ParameterizedTest
    @CsvSource({"false, 18", "true, 19"})
    void aRetryThatEndsTheCallWellMayBeRefunded(boolean refund, int tokens) {
        script.fail(new IOException("1")).fail(new IOException("2")).add("done");
        var settings = context().withPropertyValues("backoff.budgets.default.refund=" + refund);
        run(settings, "default", (running, result) -> {
            RetryBudget budget =
                    running.getBean(BackoffPolicies.class).get("default").budget();
            assertThat(budget.tokens()).isEqualTo(tokens);
        });
    }

    @Test
    void aHintBeyondTheTimeLeftEndsTheCall() {
        script.fail(new Busy(Duration.ofSeconds(7)));
        run("brief", (running, result) -> {
            assertThat(result.failure).isInstanceOf(Busy.class);
            assertOutcome(running, "brief", Outcome.ELAPSED);
            assertThat(waits(running)).isEmpty();
        });
    }

    @Test
    void noAttemptStartsAfterMaxElapsed() {
        script.fail(new IOException("1")).fail(new IOException("2"));
        run("brief", (running, result) -> {
            assertThat(result.failure).hasMessage("2");
            assertOutcome(running, "brief", Outcome.ELAPSED);
            assertThat(waits(running)).containsExactly(MS_100);
        });
    }

    @Test
    void anEmptyBudgetEndsTheCall() {
        script.fail(new IOException("1"));
        run("poor", (running, result) -> {
            assertThat(result.failure).hasMessage("1");
            assertThat(result.failure.getSuppressed())
                    .singleElement()
                    .asString()
                    .contains("budget 'empty'");
            assertOutcome(running, "poor", Outcome.BUDGET_DENIED);
        });
    }

    @Test
    @DisabledIf("passesResultsOn")
    void aResultMayCallForARetry() {
        script.add("pending").add("done");
        run("default", (running, result) -> {
            assertThat(result.value).isEqualTo("done");
            assertOutcome(running, "default", Outcome.RECOVERED);
        });
    }

    @Test
    @DisabledIf("passesResultsOn")
    void theLastResultIsReturnedWhenNoneIsAccepted() {
        script.add("pending").add("pending").add("pending");
        run("default", (running, result) -> {
            assertThat(result.value).isEqualTo("pending");
            assertOutcome(running, "default", Outcome.EXHAUSTED);
        });
    }

    @Test
    void aDisabledPolicyMakesOneAttempt() {
        script.fail(new IOException("1"));
        run("off", (running, result) -> {
            assertThat(result.failure).hasMessage("1");
            assertOutcome(running, "off", Outcome.NOT_RETRYABLE);
        });
    }

    @Test
    void anAttemptKnowsItself() {
        List<String> seen = new ArrayList<>();
        script.run(() -> seen.add(describeAttempt())).fail(new IOException("1"));
        script.run(() -> seen.add(describeAttempt())).add("done");
        run("default", (running, result) -> {
            assertThat(seen).containsExactly("default 1 of 3 none PT0S", "default 2 of 3 1 PT0.1S");
            assertThat(CurrentAttempt.get()).isEmpty();
        });
    }

    @Test
    void aFallbackReplacesTheFailure() {
        script.fail(new AssertionError("broken"));
        withService(context()).run(running -> {
            assertThat(callQuietly(() -> callWithFallback(running)).value).isEqualTo("instead of broken");
            assertOutcome(running, "default", Outcome.NOT_RETRYABLE);
        });
    }

    @Test
    void aFallbackIsNotForAbortedCalls() {
        script.fail(new CancellationException());
        withService(context())
                .run(running -> assertThat(callQuietly(() -> callWithFallback(running)).failure)
                        .isInstanceOf(CancellationException.class));
    }

    @Test
    void listenersGetEveryDecision() {
        script.fail(new IOException("1")).fail(new IllegalStateException("2")).add("done");
        run(
                "default",
                (running, result) -> assertThat(
                                running.getBean(RecordingListener.class).decisions())
                        .extracting(RetryDecision::attempt, RetryDecision::retry, RetryDecision::delay)
                        .containsExactly(
                                tuple(1, true, MS_100),
                                tuple(2, true, MS_100.multipliedBy(2)),
                                tuple(3, false, Duration.ZERO)));
    }

    @Test
    void listenersGetTheReasonWhyACallStopped() {
        script.fail(new AssertionError("1"));
        run(
                "default",
                (running, result) -> assertThat(
                                running.getBean(RecordingListener.class).decisions())
                        .extracting(RetryDecision::stopReason)
                        .containsExactly(StopReason.NOT_RETRYABLE));
    }

    @Test
    void tenThousandAttemptsDoNotGrowTheStack() {
        IOException same = new IOException("again");
        script.failAlways(same);
        run("eager", (running, result) -> {
            assertThat(result.failure).isSameAs(same);
            assertThat(script.attempts()).isEqualTo(10_000);
            assertThat(same.getSuppressed()).isEmpty();
        });
    }

    @Test
    void onlyTheFirstSuccessPaysIntoTheBudget() {
        script.add("done");
        run("default", (running, result) -> {
            RetryBudget budget =
                    running.getBean(BackoffPolicies.class).get("default").budget();
            assertThat(budget.tokens()).isEqualTo(20);
        });
    }

    ApplicationContextRunner context() {
        return CONTEXT.withConfiguration(AutoConfigurations.of(furtherConfigurations()));
    }

    void run(String policy, Check check) {
        run(context(), policy, check);
    }

    private void run(ApplicationContextRunner context, String policy, Check check) {
        withService(context)
                .withPropertyValues("policy=" + policy)
                .run(running -> check.check(running, callQuietly(() -> call(running))));
    }

    static void assertOutcome(ApplicationContext running, String policy, Outcome outcome) {
        assertThat(running.getBean(CallStatisticsRegistry.class).counts(policy)).isEqualTo(Map.of(outcome, 1L));
    }

    private static List<Duration> waits(ApplicationContext running) {
        return running.getBean(FakeTime.class).waits();
    }

    private static String describeAttempt() {
        return CurrentAttempt.get()
                .map(attempt -> attempt.policy() + " " + attempt.number() + " of "
                        + attempt.maxAttempts().orElse(0) + " "
                        + attempt.lastFailure().map(Throwable::getMessage).orElse("none") + " " + attempt.elapsed())
                .orElse("no attempt");
    }

    private static Result callQuietly(ThrowingCall call) {
        String[] value = new String[1];
        Throwable failure = catchThrowable(() -> value[0] = call.make());
        return new Result(value[0], failure);
    }

    interface Check {
        void check(AssertableApplicationContext running, Result result) throws Exception;
    }

    private interface ThrowingCall {
        String make() throws Throwable;
    }

    record Result(String value, Throwable failure) {}

    /** The results of a call's attempts, one after the other. */
    public static final class Script {

        private final List<Callable<String>> steps = new ArrayList<>();
        private Runnable before = () -> {};
        private Throwable always;
        private int attempts;

        Script add(String value) {
            return step(() -> value);
        }

        Script fail(Throwable failure) {
            return step(() -> {
                throw Script.<RuntimeException>sneaky(failure);
            });
        }

        List<IOException> failThreeTimes() {
            steps.clear();
            List<IOException> failures = List.of(new IOException("1"), new IOException("2"), new IOException("3"));
            failures.forEach(this::fail);
            return failures;
        }

        void failAlways(Throwable failure) {
            always = failure;
        }

        Script run(Runnable first) {
            before = first;
            return this;
        }

        int attempts() {
            return attempts;
        }

        /** Returns the result of the next attempt, or throws its failure. */
        public String next() {
            attempts++;
            if (always != null) {
                throw Script.<RuntimeException>sneaky(always);
            }
            try {
                return steps.remove(0).call();
            } catch (Exception failure) {
                throw Script.<RuntimeException>sneaky(failure);
            }
        }

        private Script step(Callable<String> step) {
            Runnable first = before;
            before = () -> {};
            steps.add(() -> {
                first.run();
                return step.call();
            });
            return this;
        }

        @SuppressWarnings("unchecked")
        private static <E extends Throwable> E sneaky(Throwable failure) throws E {
            throw (E) failure;
        }
    }
}
