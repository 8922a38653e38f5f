package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.policy.Outcome;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryScopeHolderTests {

    private final Calls calls = new Calls();

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(RetryScopeHolder.current()).isNull();
    }

    @Test
    void holdsTheSameCallInAllItsAttempts() throws Throwable {
        List<CurrentAttempt> seen = new ArrayList<>();
        calls.run(() -> {
            seen.add(CurrentAttempt.get().orElseThrow());
            return failUntil(seen.size() == 2);
        });
        assertThat(seen.get(0)).isSameAs(seen.get(1));
        assertThat(seen.get(1).number()).isEqualTo(2);
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
        assertThatThrownBy(() -> calls.run(RetryScopeHolderTests::overflow)).isInstanceOf(StackOverflowError.class);
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
