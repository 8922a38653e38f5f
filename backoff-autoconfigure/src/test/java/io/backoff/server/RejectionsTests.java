package io.backoff.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.HostileFailure;
import io.backoff.http.IncomingAttempt;
import io.backoff.http.OverloadedException;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.resilience.InvocationRejectedException;

@ExtendWith(OutputCaptureExtension.class)
class RejectionsTests {

    private static final LoggingSystem LOGGING = LoggingSystem.get(RejectionsTests.class.getClassLoader());

    private final FakeTime time = new FakeTime();
    private final RequestWindow window = new RequestWindow(Duration.ofSeconds(10), time);
    private final List<RetryAdvice> counted = new ArrayList<>();
    private final Rejections rejections = new Rejections(window, new Thresholds(0.045, 0.5), time, () -> counted::add);
    private final RequestRetryScope request = new RequestRetryScope(IncomingAttempt.FIRST);

    @Test
    void otherFailuresAreNone() {
        assertThat(rejections.of(new IllegalStateException(), request)).isNull();
        assertThat(request.rejection()).isNull();
        assertThat(counted).isEmpty();
        assertThat(window.counts().rejections()).isZero();
    }

    @Test
    void findsTheRejectionInCauses() {
        Throwable failure = new IllegalStateException(new OverloadedException("busy", Duration.ofMinutes(1)));
        assertThat(rejections.of(failure, request).retryAfterMillis()).isBetween(60_000, 90_000);
    }

    @Test
    void knowsThoseOfSpring() {
        assertThat(rejections
                        .of(new InvocationRejectedException("limit", this), request)
                        .noRetry())
                .isFalse();
    }

    @Test
    void hintIsSpreadAndNeverUndercut() {
        List<Integer> told = tell(Duration.ofSeconds(10));
        assertThat(told).allMatch(millis -> millis >= 10_000 && millis <= 15_000);
        assertThat(told.stream().distinct().count()).isGreaterThan(400);
    }

    @Test
    void withoutHintItIsAboutASecond() {
        List<Integer> told = tell(Duration.ZERO);
        assertThat(told).allMatch(millis -> millis >= 500 && millis <= 1_500);
        // 500 uniform draws of that width: the standard error of the mean is 13 ms.
        assertThat(told.stream().mapToInt(millis -> millis).average().orElse(0)).isBetween(935.0, 1_065.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 1L << 40, Integer.MAX_VALUE})
    void hugeHintsStayNumbers(long seconds) {
        assertThat(tell(Duration.ofSeconds(seconds))).containsOnly(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @EnumSource(
            value = StopReason.class,
            names = {"BUDGET_DENIED", "OVERLOADED"})
    void anOverloadInsideIsNotToBeRetried(StopReason reason) {
        IllegalStateException failure = new IllegalStateException();
        request.markTerminal(failure, reason);

        assertThat(rejections.of(new RuntimeException(failure), request)).isEqualTo(Rejection.NO_RETRY);
        assertThat(rejections.of(failure, new RequestRetryScope(IncomingAttempt.FIRST)))
                .isNull();
        assertThat(window.counts().rejections()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = StopReason.class,
            names = {"EXHAUSTED", "ELAPSED", "NOT_RETRYABLE"})
    void everyOtherEndIsLeftToTheApplication(StopReason reason) {
        IllegalStateException failure = new IllegalStateException();
        request.markTerminal(failure, reason);

        assertThat(rejections.of(new RuntimeException(failure), request)).isNull();
        assertThat(rejections.ofOwnResponse(request, false).noRetry()).isFalse();
    }

    @Test
    void aResponseIsDecidedAndCountedOnce() {
        Rejection first = rejections.of(new OverloadedException(), request);

        assertThat(rejections.ofOwnResponse(request, false)).isSameAs(first);
        assertThat(counted).containsExactly(RetryAdvice.RETRYABLE);
        assertThat(window.counts().rejections()).isOne();
    }

    /** The error page of a rejected request may be overloaded too. */
    @Test
    void aRequestThatFailsAgainIsCountedOnce() {
        Rejection first = rejections.of(new OverloadedException(), request);
        assertThat(rejections.of(new OverloadedException(), request)).isEqualTo(first);
        assertThat(rejections.of(new OverloadedException("busy", Duration.ofMinutes(1)), request))
                .isEqualTo(Rejection.retryAfter(Duration.ofMinutes(1)));
        assertThat(answer(new IllegalStateException())).isEqualTo(Rejection.NO_RETRY);
        assertThat(rejections.of(new OverloadedException(), request)).isEqualTo(Rejection.NO_RETRY);
        assertThat(counted).containsExactly(RetryAdvice.RETRYABLE);
        assertThat(window.counts().rejections()).isOne();
    }

    @Test
    void failingMetersDoNotFailTheResponse() {
        Rejections unlucky = new Rejections(window, new Thresholds(0, 0), time, () -> {
            throw new IllegalStateException("no registry");
        });
        assertThat(unlucky.of(new OverloadedException(), request)).isNotNull();
    }

    @AfterEach
    void logAsBefore() {
        LOGGING.setLogLevel(RejectionLog.class.getName(), null);
    }

    @Test
    void aFailureThatNobodyElseSeesIsLoggedOnceAMinute(CapturedOutput output) {
        LOGGING.setLogLevel(RejectionLog.class.getName(), LogLevel.WARN);
        answer(new IllegalStateException("first"));
        for (int second = 1; second < 60; second++) {
            time.advance(Duration.ofSeconds(1));
            answer(new IllegalStateException("second"));
        }
        time.advance(Duration.ofSeconds(1));
        answer(new IllegalStateException("third"));

        assertThat(output)
                .contains(
                        "gave up: java.lang.IllegalStateException: first",
                        "\tat " + getClass().getName());
        assertThat(output)
                .contains("gave up (59 more of these in the last 60 s): java.lang.IllegalStateException: third");
        assertThat(output).doesNotContain("second");
    }

    @Test
    void failuresOfEachClassAreLogged(CapturedOutput output) {
        LOGGING.setLogLevel(RejectionLog.class.getName(), LogLevel.WARN);
        answer(new IllegalStateException("first"));
        answer(new IllegalArgumentException("second"));
        assertThat(output).contains("first", "second");
    }

    @ParameterizedTest
    @EnumSource
    void aFailureThatCannotBeInspectedGetsAResponse(HostileFailure hostile, CapturedOutput output) {
        LOGGING.setLogLevel(RejectionLog.class.getName(), LogLevel.DEBUG);
        for (int request = 1; request <= 2; request++) {
            assertThat(answer(hostile.create()).noRetry()).isTrue();
        }
        assertThat(output)
                .contains("A request is rejected with 503 and 'do not retry'", "A request is rejected with 503: ");
    }

    private Rejection answer(Throwable failure) {
        request.markTerminal(failure, StopReason.BUDGET_DENIED);
        return rejections.of(failure, request);
    }

    private List<Integer> tell(Duration hint) {
        List<Integer> told = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            told.add(rejections.retryAfter(hint).retryAfterMillis());
        }
        return told;
    }
}
