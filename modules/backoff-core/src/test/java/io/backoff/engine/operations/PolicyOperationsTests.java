package io.backoff.engine.operations;

import static io.backoff.policy.Outcome.ABORTED;
import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.EXHAUSTED;
import static io.backoff.policy.Outcome.NOT_RETRYABLE;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.backoff.PermanentException;
import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.BackoffOperations.ThrowingSupplier;
import io.backoff.engine.Calls;
import io.backoff.engine.LoggedLines;
import io.backoff.engine.PollTimeoutException;
import io.backoff.engine.RetryDecision;
import io.backoff.policy.Keys;
import io.backoff.policy.Keys.Usage;
import io.backoff.policy.Outcome;
import io.backoff.policy.UnknownPolicyException;
import io.backoff.test.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PolicyOperationsTests {

    private static final Predicate<Integer> NEVER = result -> false;

    private final Calls calls = new Calls();
    private BackoffOperations operations = calls.operations();
    private final RecordingListener listener = new RecordingListener();
    private final AtomicInteger attempts = new AtomicInteger();

    @AfterEach
    void clearFlag() {
        Thread.interrupted();
    }

    @Test
    void retries() throws Exception {
        assertThat(operations.call("payments", failingUntil(3))).isEqualTo(3);
        assertThat(calls.outcomes()).containsOnlyKeys(RECOVERED);
        assertThat(calls.decisions.decisions())
                .extracting(RetryDecision::method)
                .containsOnly(ProgrammaticGuards.METHOD);
    }

    @Test
    void reportsOnlyItsOwnCallToAListener() throws Exception {
        assertThat(operations.call("payments", failingUntil(2), listener)).isEqualTo(2);
        operations.call("payments", failingUntil(1));
        assertThat(listener.decisions()).hasSize(2);
        assertThat(calls.decisions.decisions()).hasSize(3);
    }

    @Test
    void rejectsAnUnknownPolicy() {
        assertThatExceptionOfType(UnknownPolicyException.class)
                .isThrownBy(() -> operations.call("paymets", failingUntil(1)))
                .withMessage("Unknown retry policy 'paymets'; known policies: payments");
        assertThat(attempts).hasValue(0);
    }

    @Test
    void pollsUntilAResultIsAccepted() throws Exception {
        assertThat(operations.poll("payments", attempts::incrementAndGet, result -> result == 3))
                .isEqualTo(3);
        assertThat(calls.outcomes()).containsOnlyKeys(RECOVERED);
    }

    @Test
    void pollsWithAListenerForItself() throws Exception {
        assertThat(operations.poll("payments", attempts::incrementAndGet, result -> result == 3, listener))
                .isEqualTo(3);
        assertThat(listener.decisions()).hasSize(3);
    }

    @Test
    void callsAsynchronously() {
        Supplier<CompletableFuture<Integer>> operation = () -> {
            int attempt = attempts.incrementAndGet();
            return attempt % 2 == 1
                    ? CompletableFuture.failedFuture(new IOException("" + attempt))
                    : CompletableFuture.completedFuture(attempt);
        };
        assertThat(operations.callAsync("payments", operation)).isCompletedWithValue(2);
        assertThat(operations.callAsync("payments", operation, listener)).isCompletedWithValue(4);
        assertThat(listener.decisions()).hasSize(2);
    }

    /** A blocked thread cannot be freed when the time is over. */
    @Test
    void saysThatABlockingCallHasNoAttemptTimeout() throws Exception {
        calls.attemptTimeout = Duration.ofSeconds(2);
        ProgrammaticGuards guards = calls.guards();
        operations = new PolicyOperations(guards);
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            operations.callAsync("payments", () -> CompletableFuture.completedFuture("ok"));
            assertThat(guards.areBlocking("payments")).isFalse();
            assertThat(lines.all()).isEmpty();
            operations.call("payments", () -> "ok");
            operations.call("payments", () -> "ok");
            assertThat(guards.areBlocking("payments")).isTrue();
            assertThat(lines.all())
                    .singleElement()
                    .asString()
                    .startsWith("WARNING The attempt-timeout of policy 'payments', 2 s, has no effect");
        }
    }

    @Test
    void saysNothingWithoutAnAttemptTimeout() throws Exception {
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            operations.call("payments", () -> "ok");
            assertThat(lines.all()).isEmpty();
        }
    }

    @Test
    void saysThatPollingEnded() {
        var timeout = catchThrowableOfType(
                PollTimeoutException.class, () -> operations.poll("payments", attempts::incrementAndGet, NEVER));
        assertThat(timeout).hasMessage("Polling under policy 'payments' ended without an accepted result");
        assertThat(timeout.lastValue()).isEqualTo(3);
        assertThat(calls.outcomes()).containsOnlyKeys(EXHAUSTED);
    }

    @Test
    void saysThatPollingRanOutOfTime() {
        calls.maxElapsed = Duration.ofMillis(150);
        operations = calls.operations();
        assertThatThrownBy(() -> operations.poll("payments", attempts::incrementAndGet, NEVER, listener))
                .isInstanceOf(PollTimeoutException.class);
        assertThat(calls.outcomes()).containsOnlyKeys(ELAPSED);
        assertThat(listener.decisions()).hasSize(2);
    }

    @Test
    void showsEarlierFailuresOfPolling() {
        assertThatThrownBy(() -> operations.poll("payments", failingUntil(3), NEVER))
                .isInstanceOf(PollTimeoutException.class)
                .satisfies(timeout -> assertThat(timeout.getSuppressed()).hasSize(2));
    }

    @Test
    void throwsTheFailureThatEndsPolling() {
        assertThatThrownBy(() -> operations.poll("payments", failingUntil(9), NEVER))
                .hasMessage("3");
    }

    @Test
    void neverPassesOffARejectedResultAsAccepted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> operations.poll("payments", attempts::incrementAndGet, NEVER))
                .isInstanceOf(PollTimeoutException.class);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(calls.outcomes()).containsOnlyKeys(ABORTED);
    }

    @Test
    void pollsOnceUnderADisabledPolicy() throws Exception {
        calls.enabled = false;
        operations = calls.operations();
        assertThat(operations.poll("payments", attempts::incrementAndGet, result -> result == 1))
                .isEqualTo(1);
        assertThatThrownBy(() -> operations.poll("payments", attempts::incrementAndGet, NEVER))
                .isInstanceOf(PollTimeoutException.class);
        assertThat(attempts).hasValue(2);
        assertThat(calls.outcomes()).containsOnlyKeys(SUCCESS, NOT_RETRYABLE);
    }

    @Test
    void keepsOneRecordPerPolicy() throws Exception {
        operations.call("payments", failingUntil(1));
        operations.call("payments", failingUntil(1), listener);
        assertThat(calls.outcomes()).containsEntry(SUCCESS, 2L);
    }

    @Test
    void runsWhatReturnsNothing() {
        operations.run("payments", () -> {
            if (attempts.incrementAndGet() < 3) {
                throw new IllegalStateException();
            }
        });
        assertThat(attempts).hasValue(3);
        assertThat(calls.outcomes()).containsEntry(Outcome.RECOVERED, 1L);
    }

    @Test
    void runsWithAListenerForItself() {
        List<RetryDecision> heard = new ArrayList<>();
        operations.run("payments", attempts::incrementAndGet, heard::add);
        operations.run("payments", attempts::incrementAndGet);
        assertThat(heard).hasSize(1);
    }

    /** None of these methods compiles if more has to be caught than the operation declares. */
    @Test
    void throwsWhatTheOperationDeclaresAndNothingElse() {
        assertThat(operations.call("payments", () -> "undeclared")).isEqualTo("undeclared");
        assertThat(operations.poll("payments", () -> "undeclared", text -> true))
                .isEqualTo("undeclared");
        assertThatThrownBy(() -> declared(new IOException("down"))).hasMessage("down");
        assertThatThrownBy(() -> several(new TimeoutException("slow"))).hasMessage("slow");
    }

    @Test
    void throwsUndeclaredFailuresAsTheyAre() {
        IOException checked = new IOException("undeclared");
        assertThatThrownBy(() -> operations.call("payments", () -> {
                    throw new PermanentException(checked);
                }))
                .isSameAs(checked);
        AssertionError error = new AssertionError();
        assertThatThrownBy(() -> operations.run("payments", () -> {
                    throw error;
                }))
                .isSameAs(error);
    }

    @Nested
    class WithKeys {

        private BackoffOperations operations;

        @BeforeEach
        void create() {
            calls.keys = new Keys(10, used -> {});
            calls.budget = RetryBudget.of("bank", new BudgetLimits(0, 100, 0, DepositOn.SUCCESS));
            calls.maxAttempts = 2;
            operations = calls.operations();
        }

        @Test
        void everyKindOfCallTakesAKey() throws Exception {
            assertThat(operations.call("payments", "a", this::failOnce)).isEqualTo(2);
            operations.run("payments", "a", this::failOnce);
            assertThat(operations.poll("payments", "a", this::failOnce, result -> true))
                    .isEqualTo(6);
            CompletableFuture<Integer> future = operations.callAsync("payments", "a", this::failOnceLater);
            calls.time.advance(Calls.DELAY);
            assertThat(future).isCompleted();
            assertThat(tokensOf("a")).isEqualTo(96);
            assertThat(listener.decisions()).isEmpty();
        }

        @Test
        void everyKindOfCallTakesAKeyAndAListener() throws Exception {
            assertThat(operations.call("payments", 7, () -> failOnce(), listener))
                    .isEqualTo(2);
            operations.run("payments", 7, () -> failOnce(), listener);
            assertThat(operations.poll("payments", 7, () -> failOnce(), result -> true, listener))
                    .isEqualTo(6);
            assertThat(operations.callAsync("payments", 7, () -> failOnceLater(), listener))
                    .isCompletedWithValue(8);
            calls.time.advance(Calls.DELAY);
            assertThat(tokensOf("7")).isEqualTo(96);
            assertThat(listener.decisions()).hasSize(8);
        }

        @Test
        void aMissingKeyIsNone() throws Exception {
            operations.call("payments", null, () -> failOnce());
            operations.call("payments", " ", () -> failOnce());
            operations.call("payments", new Broken(), () -> failOnce());
            assertThat(calls.keys.size()).isZero();
            assertThat(calls.budget.tokens()).isEqualTo(97);
        }

        @Test
        void theFirstMissingKeyIsLogged() throws Exception {
            assertThat(loggedAbout(null)).contains("it was null");
            assertThat(loggedAbout(" ")).contains("it was blank");
            assertThat(loggedAbout(new Broken())).contains("it could not be read");
        }

        private String loggedAbout(Object key) throws Exception {
            BackoffOperations fresh = calls.operations();
            try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
                fresh.call("payments", "known", () -> "ok");
                fresh.call("payments", key, () -> "ok");
                fresh.call("payments", null, () -> "ok");
                assertThat(lines.all())
                        .singleElement()
                        .asString()
                        .startsWith("WARNING A programmatic call (policy 'payments') has no key, because ");
                return lines.all().get(0);
            }
        }

        @Test
        void aKeyThatHasUsedUpItsShareIsDenied() {
            var failure = new IOException("down");
            for (int i = 0; i < 103; i++) {
                catchThrowable(() -> operations.call("payments", "bad", () -> {
                    throw failure;
                }));
                calls.budget.refill();
            }
            assertThat(calls.outcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 100L, Outcome.BUDGET_DENIED, 3L));
            assertThat(calls.budget.withdrawals(Withdrawal.KEY_DENIED)).isEqualTo(3);
            assertThat(failure.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .contains("Not retried: retry budget 'bank' is empty for the key of this call")
                    .noneMatch(message -> message.contains("bad"));
            assertThat(usage("bad")).isEqualTo(new Usage("bad", usage("bad").hash(), 0, 3));
        }

        private int tokensOf(String key) {
            return usage(key).tokens();
        }

        private Usage usage(String key) {
            return calls.keys.mostDenied("bank", 10).stream()
                    .filter(each -> each.key().equals(key))
                    .findFirst()
                    .orElseThrow();
        }

        private Integer failOnce() throws IOException {
            if (attempts.incrementAndGet() % 2 == 1) {
                throw new IOException("down");
            }
            return attempts.get();
        }

        private CompletableFuture<Integer> failOnceLater() {
            try {
                return CompletableFuture.completedFuture(failOnce());
            } catch (IOException failure) {
                return CompletableFuture.failedFuture(failure);
            }
        }

        private static final class Broken {

            @Override
            public String toString() {
                throw new IllegalStateException("no text");
            }
        }
    }

    private void declared(IOException failure) throws IOException {
        operations.run("payments", () -> {
            throw failure;
        });
    }

    private String several(TimeoutException failure) throws IOException, TimeoutException {
        ThrowingSupplier<String, TimeoutException> slow = () -> {
            throw failure;
        };
        String written = operations.call("payments", () -> write());
        return operations.call("payments", slow) + written;
    }

    private String write() throws IOException {
        return attempts.get() < 0 ? failWith(new IOException()) : "written";
    }

    private static String failWith(IOException failure) throws IOException {
        throw failure;
    }

    private ThrowingSupplier<Integer, Exception> failingUntil(int attempt) {
        return () -> {
            int number = attempts.incrementAndGet();
            if (number < attempt) {
                throw new IOException("" + number);
            }
            return number;
        };
    }
}
