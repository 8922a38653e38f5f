package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.resilience.annotation.Retryable;

/** Which exceptions Spring Framework retries, and which one the caller gets. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesExceptionsTests extends FrameworkRetriesFixture {

    private final Shop shop = bean(Shop.class);

    FrameworkRetriesExceptionsTests(String mode) {
        super(mode, Shop.class);
    }

    @Test
    void runtimeExceptionsAreRetried() {
        assertLast(new IllegalArgumentException("first"), new IllegalArgumentException("second"));
    }

    @Test
    void checkedExceptionsAreRetried() {
        assertLast(new IOException("first"), new IOException("second"));
    }

    @Test
    void errorsAreRetried() {
        assertLast(new AssertionError("first"), new OutOfMemoryError("second"));
    }

    @Test
    void otherThrowablesAreRetried() {
        assertLast(new Throwable("first"), new Throwable("second"));
    }

    @Test
    void interruptedExceptionsAreRetriedWithoutAFlag() {
        assertLast(new InterruptedException("first"), new InterruptedException("second"));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void theCallerGetsTheLastOfDifferentExceptions() {
        assertLast(new IOException("first"), new IllegalStateException("second"));
    }

    @Test
    void oneInstanceMayBeThrownByAllAttempts() {
        var failure = new IOException("always");
        assertLast(failure, failure);
        assertThat(failure).hasNoSuppressedExceptions().hasNoCause();
    }

    @Test
    void noAttemptIsAttachedToAnother() {
        var first = new IOException("first");
        var last = new IOException("last");
        assertLast(first, last);
        assertThat(first).hasNoSuppressedExceptions().hasNoCause();
        assertThat(last).hasNoSuppressedExceptions().hasNoCause();
    }

    @Test
    void causeSuppressedExceptionsAndStackAreUntouched() {
        var cause = new IOException("cause");
        var suppressed = new IOException("suppressed");
        var last = new IllegalStateException("last", cause);
        last.addSuppressed(suppressed);
        var stack = last.getStackTrace();
        assertLast(new IllegalStateException("first"), last);
        assertThat(last.getCause()).isSameAs(cause);
        assertThat(last.getSuppressed()).containsExactly(suppressed);
        assertThat(last.getStackTrace()).isEqualTo(stack);
    }

    @Test
    void aCauseMayStillBeSetAfterwards() {
        var last = new IOException("last");
        assertLast(new IOException("first"), last);
        assertThat(last.initCause(new IOException("cause"))).isSameAs(last);
    }

    @Test
    void equalExceptionsAreDifferentInstances() {
        assertLast(new EqualException(), new EqualException());
    }

    @Test
    void anExceptionMayBeAnotherExceptionsCause() {
        var first = new IOException("first");
        var last = new UncheckedIOException("last", first);
        assertLast(first, last);
        assertThat(last.getCause()).isSameAs(first);
    }

    @Test
    void causesMayFormACycle() {
        var failure = new IOException("one");
        failure.initCause(new IOException("two", failure));
        assertLast(failure, failure);
    }

    @Test
    void anExceptionMayFailWhenItIsLookedAt() {
        assertLast(new HostileException(), new HostileException());
    }

    @Test
    void anExceptionWithoutATextEndsTheCall() {
        var failure = new UnprintableException();
        var script = Script.of(failure, "too late");
        // Spring Framework describes each failure for its log.
        assertThat(catchThrowable(() -> shop.sell(script))).isExactlyInstanceOf(UnsupportedOperationException.class);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void excludedExceptionsEndTheCall() {
        assertAttempts(1, shop::sellExceptMissing, new FileNotFoundException());
        assertAttempts(4, shop::sellExceptMissing, new IOException());
    }

    @Test
    void excludedCausesEndTheCall() {
        assertAttempts(1, shop::sellExceptMissing, new UncheckedIOException(new FileNotFoundException()));
    }

    @Test
    void anExcludedExceptionMayFollowOthers() {
        var last = new FileNotFoundException();
        var script = Script.of(new IOException(), new IOException(), last, "too late");
        assertThat(catchThrowable(() -> shop.sellExceptMissing(script))).isSameAs(last);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void onlyIncludedExceptionsAreRetried() {
        assertAttempts(4, shop::sellAfterInput, new IOException());
        assertAttempts(4, shop::sellAfterInput, new FileNotFoundException());
        assertAttempts(1, shop::sellAfterInput, new IllegalStateException());
    }

    @Test
    void exceptionsAreIncludedByTheirCause() {
        assertAttempts(4, shop::sellAfterInput, new IllegalStateException(new UncheckedIOException(new IOException())));
    }

    @Test
    void exclusionsWinOverInclusions() {
        assertAttempts(1, shop::sellAfterOtherInput, new FileNotFoundException());
        assertAttempts(4, shop::sellAfterOtherInput, new IOException());
    }

    private void assertLast(Throwable first, Throwable last) {
        var script = Script.of(first, last, "too late");
        assertThat(catchThrowable(() -> shop.sell(script))).isSameAs(last);
        assertThat(script.attempts()).isEqualTo(2);
    }

    private static void assertAttempts(int expected, Method method, Exception failure) {
        var script = Script.of(failure);
        assertThat(catchThrowable(() -> method.call(script))).isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(expected);
    }

    private interface Method {

        Object call(Script script) throws Throwable;
    }

    private static final class EqualException extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public boolean equals(Object other) {
            return other instanceof EqualException;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    private static final class HostileException extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return "hostile";
        }

        @Override
        public int hashCode() {
            throw new UnsupportedOperationException();
        }
    }

    private static final class UnprintableException extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new UnsupportedOperationException();
        }
    }

    static class Shop {

        @Retryable(maxRetries = 1, delay = 0)
        String sell(Script script) throws Throwable {
            return script.run();
        }

        @Retryable(excludes = FileNotFoundException.class, delay = 0)
        String sellExceptMissing(Script script) throws IOException {
            return script.run();
        }

        @Retryable(value = IOException.class, delay = 0)
        String sellAfterInput(Script script) throws IOException {
            return script.run();
        }

        @Retryable(includes = IOException.class, excludes = FileNotFoundException.class, delay = 0)
        String sellAfterOtherInput(Script script) throws IOException {
            return script.run();
        }
    }
}
