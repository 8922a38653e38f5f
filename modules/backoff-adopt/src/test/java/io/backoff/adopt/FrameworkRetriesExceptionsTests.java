package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.springframework.resilience.annotation.Retryable;

/** Which exceptions Spring Framework retries, and which one the caller gets. */
class FrameworkRetriesExceptionsTests extends OneLibrary {

    private final Shop shop = get(Shop.class);

    FrameworkRetriesExceptionsTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Shop.class);
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
    void exceptionsAreIncludedByTheirCause() {
        assertAttempts(4, shop::sellAfterInput, new IllegalStateException(new UncheckedIOException(new IOException())));
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
    }
}
