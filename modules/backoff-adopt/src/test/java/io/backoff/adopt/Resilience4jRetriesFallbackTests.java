package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** What Resilience4j itself does with the fallback methods of its retries. */
class Resilience4jRetriesFallbackTests extends OneLibrary {

    private static final AtomicInteger fallbacks = new AtomicInteger();

    private final IOException down = new IOException("down");
    private final Service service = get(Service.class);

    Resilience4jRetriesFallbackTests(String mode) {
        super(() -> new AdoptedApplication(mode)
                .retry("three", config -> config.maxAttempts(3).ignoreExceptions(IllegalArgumentException.class))
                .retry(
                        "strict",
                        config -> config.maxAttempts(2)
                                .retryOnResult("busy"::equals)
                                .failAfterMaxAttempts(true))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class));
        fallbacks.set(0);
    }

    @Test
    void theFallbackIsCalledOnceAfterTheLastAttempt() throws Exception {
        Script script = Script.of(down);
        assertThat(service.call(script)).isEqualTo("instead of IOException: down");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(fallbacks).hasValue(1);
        assertThat(application.events())
                .containsExactly(
                        "RETRY three 1 IOException: down",
                        "RETRY three 2 IOException: down",
                        "ERROR three 3 IOException: down");
    }

    @Test
    void noFallbackAfterASuccess() throws Exception {
        Script script = Script.of(down, "ok");
        assertThat(service.call(script)).isEqualTo("ok");
        assertThat(fallbacks).hasValue(0);
    }

    @Test
    void theNearestTypeIsChosen() throws Exception {
        Script script = Script.of(new FileNotFoundException("gone"));
        assertThat(service.call(script)).isEqualTo("instead of a file");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void theLastFailureChooses() throws Exception {
        Script script = Script.of(new FileNotFoundException(), new FileNotFoundException(), down);
        assertThat(service.call(script)).isEqualTo("instead of IOException: down");
    }

    @Test
    void aFailureThatNoFallbackTakesIsThrown() {
        var other = new IllegalStateException("other");
        Script script = Script.of(other);
        assertThat(catchThrowable(() -> service.call(script))).isSameAs(other);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(fallbacks).hasValue(0);
    }

    @Test
    void anIgnoredExceptionHasAFallbackToo() throws Exception {
        Script script = Script.of(new IllegalArgumentException("bad"));
        assertThat(service.anything(script)).isEqualTo("instead of anything: bad");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void anErrorHasAFallbackToo() throws Exception {
        Script script = Script.of(new AssertionError("broken"));
        assertThat(service.anything(script)).isEqualTo("instead of anything: broken");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void theFallbackMayRethrow() {
        Script script = Script.of(down);
        assertThat(catchThrowable(() -> service.rethrowing(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(down).hasNoCause().hasNoSuppressedExceptions();
    }

    @Test
    void theFallbackMayThrowAnotherException() {
        Script script = Script.of(down);
        assertThat(catchThrowable(() -> service.translating(script)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("translated")
                .hasCause(down);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void aMissingFallbackMethodIsNoFallback() {
        Script script = Script.of(down);
        assertThat(catchThrowable(() -> service.missing(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void rejectedResultsHaveAFallbackWhereTheyFail() throws Exception {
        Script script = Script.of("busy");
        assertThat(service.strict(script)).isEqualTo("instead of busy");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aFutureHasAFallback() {
        Script script = Script.of(CompletableFuture.failedFuture(down));
        assertThat(service.later(script).join()).isEqualTo("later instead of down");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(fallbacks).hasValue(1);
    }

    @Test
    void theFallbackOfAFutureMayFail() {
        Script script = Script.of(CompletableFuture.failedFuture(down));
        assertThat(catchThrowable(() -> service.failingLater(script).join()))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isSameAs(down);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void aMonoHasAFallback() {
        Script script = Script.of(down);
        assertThat(service.mono(script).block()).isEqualTo("mono instead of down");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(fallbacks).hasValue(1);
    }

    static class Service {

        @Retry(name = "three", fallbackMethod = "instead")
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three", fallbackMethod = "insteadOfAnything")
        public Object anything(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three", fallbackMethod = "rethrow")
        public Object rethrowing(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three", fallbackMethod = "translate")
        public Object translating(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three", fallbackMethod = "nowhere")
        public Object missing(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "strict", fallbackMethod = "insteadOfBusy")
        public Object strict(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three", fallbackMethod = "insteadLater")
        public CompletableFuture<Object> later(Script attempt) {
            return attempt.run();
        }

        @Retry(name = "three", fallbackMethod = "failLater")
        public CompletableFuture<Object> failingLater(Script attempt) {
            return attempt.run();
        }

        @Retry(name = "three", fallbackMethod = "insteadOfMono")
        public Mono<Object> mono(Callable<Object> attempt) {
            return Mono.fromCallable(attempt);
        }

        Object instead(Callable<Object> attempt, FileNotFoundException failure) {
            return "instead of a file";
        }

        Object instead(Callable<Object> attempt, IOException failure) {
            fallbacks.incrementAndGet();
            return "instead of " + failure.getClass().getSimpleName() + ": " + failure.getMessage();
        }

        Object insteadOfAnything(Throwable failure) {
            return "instead of anything: " + failure.getMessage();
        }

        Object rethrow(IOException failure) throws IOException {
            throw failure;
        }

        Object translate(IOException failure) {
            throw new IllegalStateException("translated", failure);
        }

        Object insteadOfBusy(MaxRetriesExceededException failure) {
            return "instead of busy";
        }

        CompletableFuture<Object> insteadLater(IOException failure) {
            fallbacks.incrementAndGet();
            return CompletableFuture.completedFuture("later instead of " + failure.getMessage());
        }

        CompletableFuture<Object> failLater(IOException failure) {
            return CompletableFuture.failedFuture(failure);
        }

        Mono<Object> insteadOfMono(IOException failure) {
            fallbacks.incrementAndGet();
            return Mono.just("mono instead of " + failure.getMessage());
        }
    }
}
