package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.retry.annotation.Retry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Which exceptions Resilience4j itself retries. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class Resilience4jRetriesExceptionsTests {

    private static final AtomicInteger tested = new AtomicInteger();
    private static ResilienceApplication application;

    private final IOException first = new IOException("first");
    private final IOException second = new IOException("second");
    private final Service service;

    Resilience4jRetriesExceptionsTests(String mode) {
        service = application.fresh(Service.class);
        tested.set(0);
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(mode)
                .retry("three", config -> config.maxAttempts(3))
                .retry(
                        "io",
                        config ->
                                config.retryExceptions(IOException.class).ignoreExceptions(FileNotFoundException.class))
                .retry(
                        "first",
                        config -> config.retryOnException(failure -> {
                            tested.incrementAndGet();
                            return "first".equals(failure.getMessage());
                        }))
                .retry("everything", config -> config.retryExceptions(Throwable.class))
                .start(Service.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void anErrorIsNeitherRetriedNorCounted() {
        List<Long> counts = application.counts("three");
        var error = new AssertionError("broken");
        Script<Object> script = Script.of(error, "ok");
        assertThat(catchThrowable(() -> service.three(script))).isSameAs(error);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.counts("three")).isEqualTo(counts);
        assertThat(application.events()).isEmpty();
    }

    @Test
    void anErrorIsNotRetriedEvenWhenThrowablesAre() {
        var error = new AssertionError("broken");
        Script<Object> script = Script.of(first, error, "ok");
        assertThat(catchThrowable(() -> service.everything(script))).isSameAs(error);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void otherExceptionsThanTheRetriedEndTheCall() {
        var other = new IllegalStateException("other");
        Script<Object> script = Script.of(first, other, "ok");
        assertThat(catchThrowable(() -> service.io(script))).isSameAs(other);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void ignoredExceptionsEndTheCall() {
        var missing = new FileNotFoundException();
        Script<Object> script = Script.of(missing, "ok");
        assertThat(catchThrowable(() -> service.io(script))).isSameAs(missing);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void causesAreNotLookedAt() {
        var wrapped = new UncheckedIOException(first);
        Script<Object> script = Script.of(wrapped, "ok");
        assertThat(catchThrowable(() -> service.io(script))).isSameAs(wrapped);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void thePredicateIsAskedOncePerFailure() {
        Script<Object> script = Script.of(first, second, "ok");
        assertThat(catchThrowable(() -> service.first(script))).isSameAs(second);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(tested).hasValue(2);
    }

    @Test
    void theSameInstanceMayBeThrownByEachAttempt() {
        Script<Object> script = Script.of(first);
        assertThat(catchThrowable(() -> service.three(script))).isSameAs(first);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(first).hasNoCause().hasNoSuppressedExceptions();
    }

    @Test
    void equalExceptionsAreNotConfused() {
        var last = new Equal();
        Script<Object> script = Script.of(new Equal(), new Equal(), last);
        assertThat(catchThrowable(() -> service.three(script))).isSameAs(last);
        assertThat(last).hasNoCause().hasNoSuppressedExceptions();
    }

    @SuppressWarnings("serial")
    static class Equal extends RuntimeException {

        @Override
        public boolean equals(Object other) {
            return other instanceof Equal;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static class Service {

        @Retry(name = "three")
        public Object three(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "io")
        public Object io(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "first")
        public Object first(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "everything")
        public Object everything(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
