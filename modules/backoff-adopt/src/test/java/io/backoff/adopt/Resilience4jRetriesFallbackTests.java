package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

/** What Resilience4j itself does with the fallback methods of its retries. */
class Resilience4jRetriesFallbackTests extends OneLibrary {

    private static final AtomicInteger fallbacks = new AtomicInteger();

    private final Words words = new Words();
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

    @ParameterizedTest
    @CsvSource({
        "call,         down,                 instead of IOException: down, 3, 1",
        "call,         down ok,              ok, 2, 0",
        "call,         missing,              instead of a file, 3, 0",
        "call,         missing missing down, instead of IOException: down, 3, 1",
        "call,         other,                other, 3, 0",
        "anything,     bad,                  instead of anything: bad, 1, 0",
        "anything,     error,                instead of anything: broken, 1, 0",
        "rethrowing,   down,                 down, 3, 0",
        "without,      down,                 down, 3, 0",
        "strict,       busy,                 instead of busy, 2, 0",
        "later,        down,                 later instead of down, 3, 1",
        "failingLater, down,                 down, 3, 0",
        "mono,         down,                 mono instead of down, 3, 1"
    })
    void replacesTheEnd(String method, String attempts, String end, int made, int counted) throws Exception {
        Script script = words.scriptFor(service, method, attempts);
        assertThat(Words.end(service, method, script)).isEqualTo(words.meaning(end));
        assertThat(script.attempts()).isEqualTo(made);
        assertThat(fallbacks).hasValue(counted);
        assertThat(words.down).hasNoCause().hasNoSuppressedExceptions();
    }

    @Test
    void comesAfterTheLastEvent() throws Exception {
        service.call(words.script("down"));
        assertThat(application.events())
                .containsExactly(
                        "RETRY three 1 IOException: down",
                        "RETRY three 2 IOException: down",
                        "ERROR three 3 IOException: down");
    }

    @Test
    void mayThrowAnotherException() {
        Script script = words.script("down");
        assertThat(catchThrowable(() -> service.translating(script)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("translated")
                .hasCause(words.down);
        assertThat(script.attempts()).isEqualTo(3);
    }

    static class Service {

        @Retry(name = "three", fallbackMethod = "instead")
        public Object call(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "three", fallbackMethod = "insteadOfAnything")
        public Object anything(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "three", fallbackMethod = "rethrow")
        public Object rethrowing(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "three", fallbackMethod = "translate")
        public Object translating(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "three", fallbackMethod = "nowhere")
        public Object without(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "strict", fallbackMethod = "insteadOfBusy")
        public Object strict(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "three", fallbackMethod = "insteadLater")
        public CompletableFuture<Object> later(Script script) {
            return script.run();
        }

        @Retry(name = "three", fallbackMethod = "failLater")
        public CompletableFuture<Object> failingLater(Script script) {
            return script.run();
        }

        @Retry(name = "three", fallbackMethod = "insteadOfMono")
        public Mono<Object> mono(Script script) {
            return Mono.fromCallable(script);
        }

        Object instead(Script script, FileNotFoundException failure) {
            return "instead of a file";
        }

        Object instead(Script script, IOException failure) {
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
