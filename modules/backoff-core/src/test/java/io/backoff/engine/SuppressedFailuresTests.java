package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.PermanentException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The failure that the caller gets when the call gives up. */
class SuppressedFailuresTests {

    private final Calls calls = new Calls();

    @Test
    void throwsTheLastFailureWithTheEarlierOnesInOrder() {
        IOException[] failures = {new IOException("1"), new IOException("2"), new IOException("3")};
        var thrown = catchThrowable(() -> calls.run(new Script((Object[]) failures)));
        assertThat(thrown).isSameAs(failures[2]);
        assertThat(thrown.getSuppressed()).containsExactly(failures[0], failures[1]);
    }

    @Test
    void keepsTheLatestTen() {
        calls.maxAttempts = 100;
        Object[] failures = IntStream.rangeClosed(1, 100)
                .mapToObj(attempt -> new IOException("attempt " + attempt))
                .toArray();
        var thrown = catchThrowable(() -> calls.run(new Script(failures)));
        assertThat(thrown.getSuppressed()).hasSize(10).startsWith((IOException) failures[89]);
    }

    @Test
    void keepsFailuresThatAreEqual() {
        var first = new Equal();
        var thrown = catchThrowable(() -> calls.run(new Script(first, new Equal(), new Equal())));
        assertThat(thrown.getSuppressed()).hasSize(2);
        assertThat(thrown.getSuppressed()[0]).isSameAs(first);
    }

    @Test
    void doesNotSuppressAnInstanceInItself() {
        var same = new IOException();
        var thrown = catchThrowable(() -> calls.run(new Script(same)));
        assertThat(thrown).isSameAs(same).hasNoSuppressedExceptions();
    }

    @Test
    void doesNotGrowAnInstanceThatManyCallsShare() {
        var shared = new IOException("shared");
        for (int i = 0; i < 100; i++) {
            catchThrowable(() -> calls.run(new Script(new IOException(), new IOException(), shared)));
        }
        assertThat(shared.getSuppressed()).hasSize(10);
    }

    @Test
    void unwrapsThePermanentException() {
        var cause = new IOException();
        assertThat(catchThrowable(() -> calls.run(new Script(new PermanentException(cause)))))
                .isSameAs(cause);
    }

    @Test
    void unwrapsAPermanentExceptionInAFuturesWrapper() {
        var cause = new IOException();
        var wrapped = new CompletionException(new PermanentException(cause));
        assertThat(catchThrowable(() -> calls.run(new Script(wrapped)))).isSameAs(cause);
    }

    @Test
    void showsEarlierFailuresOnThePermanentOne() {
        var first = new IOException();
        var thrown =
                catchThrowable(() -> calls.run(new Script(first, new PermanentException(new IllegalStateException()))));
        assertThat(thrown).isInstanceOf(IllegalStateException.class).hasSuppressedException(first);
    }

    @Test
    void survivesCausesInACircle() {
        var one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("two", one));
        assertThat(catchThrowable(() -> calls.run(new Script(one)))).isSameAs(one);
        assertThat(calls.time.waits()).hasSize(2);
    }

    private static final class Equal extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean equals(Object other) {
            return other instanceof Equal;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }
}
