package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which exceptions Resilience4j itself retries. */
class Resilience4jRetriesExceptionsTests extends OneLibrary {

    private static final AtomicInteger tested = new AtomicInteger();

    private final IOException first = new IOException("first");
    private final IOException second = new IOException("second");
    private final Service service = get(Service.class);

    Resilience4jRetriesExceptionsTests(String mode) {
        super(() -> new AdoptedApplication(mode)
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
                .start(AdoptedLibrary.RESILIENCE4J, Service.class));
        tested.set(0);
    }

    @Test
    void anErrorIsNeitherRetriedNorCounted() {
        List<Long> counts = application.counts("three");
        var error = new AssertionError("broken");
        Script script = Script.of(error, "ok");
        assertThat(catchThrowable(() -> service.three(script))).isSameAs(error);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.counts("three")).isEqualTo(counts);
        assertThat(application.events()).isEmpty();
    }

    @Test
    void anErrorIsNotRetriedEvenWhenThrowablesAre() {
        var error = new AssertionError("broken");
        Script script = Script.of(first, error, "ok");
        assertThat(catchThrowable(() -> service.everything(script))).isSameAs(error);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void causesAreNotLookedAt() {
        var wrapped = new UncheckedIOException(first);
        Script script = Script.of(wrapped, "ok");
        assertThat(catchThrowable(() -> service.io(script))).isSameAs(wrapped);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void thePredicateIsAskedOncePerFailure() {
        Script script = Script.of(first, second, "ok");
        assertThat(catchThrowable(() -> service.first(script))).isSameAs(second);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(tested).hasValue(2);
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
