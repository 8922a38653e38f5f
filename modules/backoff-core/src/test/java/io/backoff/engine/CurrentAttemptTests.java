package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.execution.BlockingRunner;
import io.backoff.policy.Outcome;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CurrentAttemptTests {

    private final Calls calls = new Calls();
    private final List<CurrentAttempt> seen = new ArrayList<>();

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(RetryScopeHolder.current()).isNull();
    }

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
    void hasNoDeadlineUnderADisabledPolicy() throws Throwable {
        calls.maxElapsed = Duration.ofSeconds(1);
        calls.enabled = false;
        calls.run(new Script("ok").doing(() -> assertThat(here().remaining()).isEmpty()));
    }

    @Test
    void inheritsNoDeadlineUnderADisabledPolicy() throws Throwable {
        calls.maxElapsed = Duration.ofSeconds(1);
        calls.run(() -> {
            assertThat(here().remaining()).hasValue(Duration.ofSeconds(1));
            calls.enabled = false;
            return calls.run(
                    new Script("ok").doing(() -> assertThat(here().remaining()).isEmpty()));
        });
    }

    /** Like all calls without retries, it neither ends nor is cut off at a deadline. */
    @Test
    void hasNoDeadlineInTheTransactionOfItsCaller() throws Throwable {
        calls.maxElapsed = Duration.ofSeconds(1);
        var script = new Script("ok").doing(() -> seen.add(here()));
        BlockingRunner.run(calls.oneAttempt().forJoining(), script);
        assertThat(seen.get(0).remaining()).isEmpty();
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

    @Test
    void isKnownOnAThreadThatMakesItsFirstCall() throws Exception {
        var thread = new Thread(() -> catchThrowable(() -> calls.run(new Script("ok").doing(() -> seen.add(here())))));
        thread.start();
        thread.join();
        assertThat(seen).hasSize(1);
    }

    /** What an attempt does in the background is told from what a later attempt does. */
    @Test
    void isAnotherOneInEachAttemptOfACall() throws Throwable {
        List<RetryScope> scopes = new ArrayList<>();
        calls.run(() -> {
            scopes.add(RetryScopeHolder.current());
            return failUntil(scopes.size() == 3);
        });
        assertThat(Set.copyOf(scopes)).hasSize(3);
        assertThat(scopes).extracting(RetryScope::ofCall).containsOnly(scopes.get(0));
        assertThat(((CurrentAttempt) scopes.get(2)).number()).isEqualTo(3);
    }

    @Test
    void isNoAttemptInAFallback() throws Throwable {
        List<RetryScope> scopes = new ArrayList<>();
        calls.run(new Script(new IOException()).orElse(failure -> {
            scopes.add(RetryScopeHolder.current());
            return "instead";
        }));
        assertThat(scopes.get(0).ofCall()).isSameAs(scopes.get(0));
    }

    @Test
    void isThatOfTheOuterCallAgainAfterAnInnerOne() throws Throwable {
        calls.run(() -> {
            var outer = RetryScopeHolder.current();
            calls.run(() -> assertThat(RetryScopeHolder.current()).isNotSameAs(outer));
            return assertThat(RetryScopeHolder.current()).isSameAs(outer);
        });
        assertThat(calls.outcomes()).containsEntry(Outcome.SUCCESS, 2L);
    }

    @Test
    void isEmptyAfterACallWhoseOperationHasLeftAnotherScopeBehind() throws Throwable {
        calls.run(() -> {
            RetryScopeHolder.set(calls.guard().begin());
            return "done";
        });
    }

    @Test
    void doesNotDecideWhichCallIsRetried() throws Throwable {
        List<Integer> inner = new ArrayList<>();
        calls.run(() -> {
            RetryScope outer = RetryScopeHolder.current();
            calls.run(() -> {
                RetryScopeHolder.set(outer);
                inner.add(1);
                return failUntil(inner.size() == 3);
            });
            return assertThat(((CurrentAttempt) outer).number()).isOne();
        });
        assertThat(inner).hasSize(3);
    }

    @Test
    void isEmptyAfterAFullStack() {
        assertThatThrownBy(() -> calls.run(CurrentAttemptTests::overflow)).isInstanceOf(StackOverflowError.class);
    }

    /** A pool's thread lives longer than the application: none of our objects may stay reachable from it. */
    @Test
    void holdsOnToNoCallThatHasEnded() throws Throwable {
        WeakReference<?> call = endedCall();
        for (int i = 0; i < 100 && call.get() != null; i++) {
            System.gc();
        }
        assertThat(call.get()).isNull();
    }

    private static CurrentAttempt here() {
        return CurrentAttempt.get().orElseThrow();
    }

    private WeakReference<?> endedCall() throws Throwable {
        return calls.run(() -> new WeakReference<>(RetryScopeHolder.current()));
    }

    private static int overflow() {
        return overflow() + 1;
    }

    private static Object failUntil(boolean done) throws IOException {
        if (!done) {
            throw new IOException("not yet");
        }
        return "done";
    }
}
