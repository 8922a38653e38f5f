package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.adopt.AdoptedApplication.Asked;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What Resilience4j itself does with methods that return a publisher. */
class Resilience4jRetriesReactiveTests extends OneLibrary {

    private final Service service = get(Service.class);

    Resilience4jRetriesReactiveTests(String mode) {
        super(() -> new AdoptedApplication(mode)
                .retry("three", config -> config.maxAttempts(3))
                .retry("io", config -> config.retryExceptions(IOException.class))
                .retry("busy", config -> config.maxAttempts(3).retryOnResult("busy"::equals))
                .retry(
                        "strict",
                        config -> config.maxAttempts(2)
                                .retryOnResult("busy"::equals)
                                .failAfterMaxAttempts(true))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class));
    }

    @Test
    void anotherFailureIsNotRetried() {
        var other = new IllegalStateException("other");
        Script script = Script.of(other, "ok");
        StepVerifier.create(service.io(Mono.fromCallable(script)))
                .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(other));
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("IGNORED_ERROR io 0 IllegalStateException: other");
    }

    @Test
    void anErrorIsNotRetried() {
        var error = new AssertionError("broken");
        Script script = Script.of(error, "ok");
        StepVerifier.create(service.mono(Mono.fromCallable(script)))
                .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(error));
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).isEmpty();
    }

    @Test
    void aRejectedElementCancelsTheAttemptAndIsRetried() {
        List<String> signals = new CopyOnWriteArrayList<>();
        Script script = Script.of("busy", "ok");
        Mono<Object> source = Mono.fromCallable(script).doOnCancel(() -> signals.add("cancel"));
        StepVerifier.create(service.busy(source)).expectNext("ok").verifyComplete();
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(signals).containsExactly("cancel");
        assertThat(application.asked()).containsExactly(new Asked(1, null, "busy"));
    }

    @Test
    void theLastRejectedElementIsEmitted() {
        Script script = Script.of("busy");
        StepVerifier.create(service.busy(Mono.fromCallable(script)))
                .expectNext("busy")
                .verifyComplete();
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void theLastRejectedElementFailsWhereThatIsConfigured() {
        Script script = Script.of("busy");
        StepVerifier.create(service.strict(Mono.fromCallable(script)))
                .verifyErrorSatisfies(failure -> assertThat(failure)
                        .isExactlyInstanceOf(MaxRetriesExceededException.class)
                        .hasMessage("Retry 'strict' has exhausted all attempts (2)"));
        assertThat(script.attempts()).isEqualTo(2);
    }

    static class Service {

        @Retry(name = "three")
        public Mono<Object> mono(Mono<Object> source) {
            return source;
        }

        @Retry(name = "io")
        public Mono<Object> io(Mono<Object> source) {
            return source;
        }

        @Retry(name = "busy")
        public Mono<Object> busy(Mono<Object> source) {
            return source;
        }

        @Retry(name = "strict")
        public Mono<Object> strict(Mono<Object> source) {
            return source;
        }
    }
}
