package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CurrentAttemptTests {

    private final Calls calls = new Calls();
    private final List<CurrentAttempt> seen = new ArrayList<>();

    @Test
    void isAbsentOutsideACall() throws Throwable {
        assertThat(CurrentAttempt.get()).isEmpty();
        calls.run(new Script("ok"));
        assertThat(CurrentAttempt.get()).isEmpty();
    }

    @Test
    void isAbsentAfterAFailedCall() {
        catchThrowable(() -> calls.run(new Script(new OutOfMemoryError())));
        assertThat(CurrentAttempt.get()).isEmpty();
    }

    @Test
    void countsFromOneAndKnowsTheLast() {
        List<String> attempts = new ArrayList<>();
        var script = new Script(new IOException()).doing(() -> attempts.add(here().number() + " " + here().isLast()));
        catchThrowable(() -> calls.run(script));
        assertThat(attempts).containsExactly("1 false", "2 false", "3 true");
    }

    @Test
    void hasTheBoundsOfItsPolicy() throws Throwable {
        calls.maxElapsed = Duration.ofSeconds(1);
        calls.run(new Script("ok").doing(() -> {
            assertThat(here().policy()).isEqualTo("payments");
            assertThat(here().maxAttempts()).hasValue(3);
            assertThat(here().remaining()).hasValue(Duration.ofSeconds(1));
            calls.time.advance(Duration.ofMillis(300));
            assertThat(here().elapsed()).isEqualTo(Duration.ofMillis(300));
            assertThat(here().remaining()).hasValue(Duration.ofMillis(700));
            calls.time.advance(Duration.ofSeconds(1));
            assertThat(here().remaining()).hasValue(Duration.ZERO);
        }));
    }

    @Test
    void hasNoBoundsWhereThePolicyHasNone() throws Throwable {
        calls.maxAttempts = 0;
        calls.run(new Script("ok").doing(() -> {
            assertThat(here().maxAttempts()).isEmpty();
            assertThat(here().isLast()).isFalse();
            assertThat(here().remaining()).isEmpty();
        }));
    }

    @Test
    void isTheOnlyAttemptOfADisabledPolicy() throws Throwable {
        calls.enabled = false;
        calls.run(new Script("ok").doing(() -> seen.add(here())));
        assertThat(seen.get(0).maxAttempts()).isEqualTo(OptionalInt.of(1));
        assertThat(seen.get(0).isLast()).isTrue();
    }

    @Test
    void knowsTheFailureOfThePreviousAttempt() throws Throwable {
        calls.maxAttempts = 4;
        calls.results = "pending"::equals;
        var failure = new IOException();
        List<Object> failures = new ArrayList<>();
        calls.run(new Script(failure, "pending", "done")
                .doing(() -> failures.add(here().lastFailure().orElse(null))));
        assertThat(failures).containsExactly(null, failure, null);
    }

    @Test
    void isTheInnermostOfNestedCalls() throws Throwable {
        calls.run(() -> {
            var outer = here();
            calls.run(() -> {
                assertThat(here()).isNotSameAs(outer);
                return "inner";
            });
            catchThrowable(() -> calls.run(new Script(new IOException())));
            assertThat(here()).isSameAs(outer);
            return "outer";
        });
    }

    private static CurrentAttempt here() {
        return CurrentAttempt.get().orElseThrow();
    }
}
