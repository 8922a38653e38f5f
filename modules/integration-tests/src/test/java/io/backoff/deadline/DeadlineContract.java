package io.backoff.deadline;

import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.NOT_RETRYABLE;
import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.engine.RetryDecision;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Deadlines of nested calls of every kind. */
@Timeout(60)
public abstract class DeadlineContract extends DeadlineFixture {

    Stream<Arguments> innerCalls() {
        return with(List.of(
                arguments("minute", "PT7S", "PT1M"),
                arguments("brief", "PT2S", "PT2S"),
                arguments("endless", "PT7S", null)));
    }

    @ParameterizedTest
    @MethodSource("innerCalls")
    void aCallHasNoMoreTimeThanTheCallAround(Way way, String policy, Duration left, Duration own) throws Throwable {
        assertThat(within("request", () -> afterSeconds(3, () -> seenIn(way, policy))))
                .isEqualTo(left);
    }

    @ParameterizedTest
    @DisabledIf("isAlone")
    @MethodSource("innerCalls")
    void aCallHasItsOwnTimeIfCallsAreIndependent(Way way, String policy, Duration left, Duration own) throws Throwable {
        AtomicReference<Duration> seen = new AtomicReference<>();
        operations(independent).call("request", () -> {
            independent.time().advance(Duration.ofSeconds(3));
            return quietly(() -> way.call(independent.context(), policy, () -> remember(seen)));
        });
        assertThat(seen.get()).isEqualTo(own);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aCallLimitsTheCallsInside(Way way) throws Throwable {
        assertThat(call(way, "request", () -> afterSeconds(4, () -> seenIn(BlockingWay.OPERATIONS, "minute"))))
                .isEqualTo(Duration.ofSeconds(6));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aCallPassesOnTheTimeOfCallsAround(Way way) throws Throwable {
        assertThat(within(
                        "request",
                        () -> afterSeconds(
                                4,
                                () -> quietly(() -> call(
                                        way,
                                        "endless",
                                        () -> afterSeconds(5, () -> seenIn(BlockingWay.OPERATIONS, "minute")))))))
                .isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aCallPassesOnItsOwnTimeIfThatEndsFirst(Way way) throws Throwable {
        assertThat(within(
                        "minute",
                        () -> afterSeconds(
                                4,
                                () -> quietly(() -> call(
                                        way,
                                        "request",
                                        () -> afterSeconds(5, () -> seenIn(BlockingWay.OPERATIONS, "endless")))))))
                .isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aCallInsideARetryHasTheTimeLeftThen(Way way) throws Throwable {
        assertThat(within(
                        "request",
                        () -> afterSeconds(3, () -> {
                            if (attempts.incrementAndGet() == 1) {
                                throw new IOException("first");
                            }
                            return seenIn(way, "minute");
                        })))
                .isEqualTo(Duration.ofMillis(3_999));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void timeLeftIsNeverNegative(Way way) {
        List<Duration> seen = new ArrayList<>();
        // Kept in a list, not returned: an asynchronous attempt would be cut before it returns.
        catchThrowable(() -> within(
                "request",
                () -> quietly(() ->
                        call(way, "minute", () -> afterSeconds(15, () -> seen.add(DeadlineApplication.remaining()))))));
        assertThat(seen).containsExactly(Duration.ZERO);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aRetryThatDoesNotFitEndsTheCall(Way way) {
        IOException first = new IOException("first");
        IOException second = new IOException("second");
        AtomicInteger outer = new AtomicInteger();
        Throwable thrown = catchThrowable(() -> within("request", () -> {
            outer.incrementAndGet();
            return quietly(() -> call(way, "minute", () -> {
                boolean again = attempts.incrementAndGet() > 1;
                application.time().advance(again ? Duration.ofMillis(3_500) : Duration.ofSeconds(5));
                throw again ? second : first;
            }));
        }));
        assertThat(thrown).isSameAs(second);
        assertThat(second).hasSuppressedException(first);
        assertThat(attempts).hasValue(2);
        assertThat(application.outcomes("minute")).isEqualTo(Map.of(ELAPSED, 1L));
        assertThat(application.time().waits()).containsExactly(Duration.ofSeconds(1));
        assertThat(outer).as("attempts of the call around").hasValue(1);
        assertThat(application.outcomes("request")).isEqualTo(Map.of(NOT_RETRYABLE, 1L));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aRetryThatFitsIsMade(Way way) throws Throwable {
        Object result = within(
                "request",
                () -> quietly(() -> call(way, "endless", () -> {
                    if (attempts.incrementAndGet() == 1) {
                        application.time().advance(Duration.ofMillis(8_999));
                        throw new IOException("first");
                    }
                    return "done";
                })));
        assertThat(result).isEqualTo("done");
        assertThat(application.outcomes("endless")).isEqualTo(Map.of(RECOVERED, 1L));
    }

    /** The retry would be in time for its own call, but not for the parent of its parent. */
    @ParameterizedTest
    @MethodSource("ways")
    void aRetryThatDoesNotFitAnyOfTheCallsAroundEndsTheCall(Way way) {
        assertThat(catchThrowable(() -> within(
                        "request",
                        () -> operations(application)
                                .call(
                                        "minute",
                                        () -> quietly(() -> call(way, "endless", () -> {
                                            attempts.incrementAndGet();
                                            application.time().advance(Duration.ofMillis(9_500));
                                            throw new IOException("late");
                                        }))))))
                .hasMessage("late");
        assertThat(attempts).hasValue(1);
        assertThat(application.outcomes("endless")).isEqualTo(Map.of(ELAPSED, 1L));
    }

    Stream<Arguments> lateCalls() {
        return with(List.of(arguments("minute"), arguments("brief"), arguments("endless")));
    }

    @ParameterizedTest
    @MethodSource("lateCalls")
    void aCallThatIsTooLateMakesNoAttempt(Way way, String policy) {
        Late late = late(() -> call(way, policy, this::attempt));
        assertThat(late.thrown()).isInstanceOf(TimeoutException.class);
        assertThat(attempts).hasValue(0);
        assertThat(application.outcomes(policy)).isEqualTo(Map.of(ELAPSED, 1L));
        assertThat(late.recorded()).isEqualTo(1);
        assertThat(application.tokens(policy)).isEqualTo(20);
        assertThat(application.time().waits()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void listenersGetTheDecisionAboutACallThatIsTooLate(Way way) {
        late(() -> call(way, "minute", this::attempt));
        assertThat(application.decisions().decisions())
                .filteredOn(decision -> decision.policy().equals("minute"))
                .extracting(RetryDecision::stopReason)
                .containsExactly(StopReason.ELAPSED);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aFallbackReplacesACallThatIsTooLate(Way way) {
        if (!way.isAnnotated()) {
            return;
        }
        Late late = late(() -> call(way, "fallback", this::attempt));
        assertThat(late.returned()).isEqualTo("instead of TimeoutException");
        assertThat(attempts).hasValue(0);
        assertThat(application.outcomes("endless")).isEqualTo(Map.of(ELAPSED, 1L));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aDisabledPolicyMakesItsAttemptHoweverLate(Way way) {
        Late late = late(() -> call(way, "off", this::attempt));
        assertThat(late.returned()).isEqualTo("done");
        assertThat(application.outcomes("off")).isEqualTo(Map.of(SUCCESS, 1L));
    }

    @ParameterizedTest
    @DisabledIf("isAlone")
    @MethodSource("ways")
    void anIndependentCallIsNeverTooLate(Way way) throws Throwable {
        Object result = operations(independent).call("request", () -> {
            independent.time().advance(Duration.ofSeconds(11));
            return quietly(() -> way.call(independent.context(), "minute", this::attempt));
        });
        assertThat(result).isEqualTo("done");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void theTimeOfACallEndsWithIt(Way way) throws Throwable {
        call(way, "brief", this::attempt);
        application.time().advance(Duration.ofSeconds(3));
        assertThat(call(way, "minute", DeadlineApplication::remaining)).isEqualTo(Duration.ofMinutes(1));
    }
}
