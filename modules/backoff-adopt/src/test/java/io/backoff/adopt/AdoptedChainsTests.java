package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.Way.FrameworkCalls;
import io.backoff.adopt.Way.ResilienceCalls;
import io.backoff.engine.CurrentAttempt;
import io.backoff.testkit.FakeCallee;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.util.function.ThrowingFunction;
import reactor.core.publisher.Mono;

/**
 * Adopted calls and own calls inside one another, of three attempts each. Of governed and own calls, only one retries;
 * observed calls retry, and let others retry, as without Backoff.
 */
@ParameterizedClass(name = "{0} {1}")
@CsvSource({"govern, chain-stop", "govern, independent", "observe, chain-stop"})
class AdoptedChainsTests extends RetryingTests {

    /** Whether only one call of a chain retries. */
    private final boolean stops;

    private final String mode;

    AdoptedChainsTests(String mode, String nested) {
        super(
                mode,
                List.of(All.class),
                "backoff.adopt.policies.All=callee",
                "backoff.nested=" + nested,
                "backoff.policies.callee.budget=none");
        this.mode = mode;
        stops = mode.equals("govern") && nested.equals("chain-stop");
    }

    static Stream<Arguments> pairs() {
        return Stream.of(Way.values())
                .flatMap(outer -> Stream.of(Way.FRAMEWORK_VALUE, Way.SPRING_RETRY_VALUE, Way.RESILIENCE4J_VALUE)
                        .map(inner -> Arguments.of(outer, inner)));
    }

    @ParameterizedTest
    @EnumSource
    void anAdoptedCallInsideOfAnOwnOne(Way way) {
        assertEnds(stops ? 3 : 9, target -> own(() -> way.call(application, target)));
    }

    @ParameterizedTest
    @EnumSource
    void anOwnCallInsideOfAnAdoptedOne(Way way) {
        assertEnds(stops ? 3 : 9, target -> way.call(application, () -> own(target)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void anAdoptedCallInsideOfAnother(Way outer, Way inner) {
        assertEnds(stops ? 3 : 9, target -> outer.call(application, () -> inner.call(application, target)));
    }

    @ParameterizedTest
    @EnumSource
    void anAdoptedCallInsideOfARetry(Way way) {
        assertEnds(stops ? 2 : 6, target -> own(afterOneFailure(() -> way.call(application, target))));
    }

    @ParameterizedTest
    @EnumSource
    void anOwnCallInsideOfARetry(Way way) {
        assertEnds(stops ? 2 : 6, target -> way.call(application, afterOneFailure(() -> own(target))));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void anAdoptedCallInsideOfARetryOfAnother(Way outer, Way inner) {
        Target target = Target.failing();
        assertThat(catchThrowable(
                        () -> outer.call(application, afterOneFailure(() -> inner.call(application, target)))))
                .isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(stops ? 2 : 6);
    }

    @Test
    void anAdoptedPublisherInsideOfAnother() {
        FrameworkCalls framework = application.get(FrameworkCalls.class);
        ResilienceCalls resilience = application.get(ResilienceCalls.class);
        assertAttempts(9, target -> framework.mono(() -> framework.mono(() -> Mono.fromCallable(target))));
        assertAttempts(9, target -> framework.mono(() -> resilience.mono(() -> Mono.fromCallable(target))));
        assertAttempts(9, target -> resilience.mono(() -> framework.mono(() -> Mono.fromCallable(target))));
    }

    @Test
    void allLibrariesOnOneMethod() {
        assertAttempts(
                27, target -> Mono.fromCallable(() -> application.get(All.class).call(target)));
    }

    /** Asserts that a call ends with the failure of its last attempt. */
    private void assertEnds(int attempts, ThrowingFunction<Target, Object> call) {
        Target target = Target.failing();
        assertThat(catchThrowable(() -> call.applyWithException(target))).isSameAs(target.last());
        assertThat(target.attempts()).isEqualTo(attempts);
    }

    private void assertAttempts(int expected, Function<Target, Mono<Object>> call) {
        Target target = Target.failing();
        assertThat(catchThrowable(() -> call.apply(target).block())).hasRootCause(target.last());
        assertThat(target.attempts()).isEqualTo(stops ? 3 : expected);
    }

    /** Own calls stop each other through observed ones too. */
    @ParameterizedTest
    @EnumSource
    void anOwnCallInsideOfAnAdoptedOneInsideOfAnOwnOne(Way way) {
        assertEnds(
                stops ? 3 : mode.equals("observe") ? 9 : 27,
                target -> own(() -> way.call(application, () -> own(target))));
    }

    @ParameterizedTest
    @EnumSource
    void requestsAreMarkedFromTheSecondAttemptOn(Way way) {
        try (FakeCallee callee = new FakeCallee()) {
            catchThrowable(() -> way.send(application, callee.url()));
            assertThat(callee.attempts()).containsExactly(List.of(), List.of("1;max=3"), List.of("2;max=3"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void attemptsAreKnownInside(Way way) {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        catchThrowable(() -> way.call(application, () -> {
            CurrentAttempt current = CurrentAttempt.get().orElseThrow();
            seen.add(current.policy() + " " + current.number() + " of "
                    + current.maxAttempts().orElse(0) + (current.isLast() ? ", last" : ""));
            throw new IOException();
        }));
        assertThat(seen).containsExactly("callee 1 of 3", "callee 2 of 3", "callee 3 of 3, last");
        assertThat(CurrentAttempt.get()).isEmpty();
    }

    private static Callable<Object> afterOneFailure(Callable<Object> attempt) {
        AtomicInteger attempts = new AtomicInteger();
        return () -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IOException("first attempt");
            }
            return attempt.call();
        };
    }

    static class All {

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
