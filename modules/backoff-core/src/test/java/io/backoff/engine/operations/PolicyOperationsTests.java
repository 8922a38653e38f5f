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
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.backoff.PermanentException;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.BackoffOperations.ThrowingSupplier;
import io.backoff.engine.Calls;
import io.backoff.engine.PollTimeoutException;
import io.backoff.engine.RetryDecision;
import io.backoff.policy.Outcome;
import io.backoff.policy.UnknownPolicyException;
import io.backoff.test.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
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
        operations.call("payments", failingUntil(2), listener);
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
