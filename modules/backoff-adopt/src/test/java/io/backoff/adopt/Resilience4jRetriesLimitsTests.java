package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Logged;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Retries of Resilience4j that an empty budget denies, and what cannot be ended. */
@Logged(names = {"io.backoff.adopt", "io.backoff.autoconfigure.StartupReport"})
@ParameterizedClass
@ValueSource(strings = "govern")
class Resilience4jRetriesLimitsTests extends SharedApplication {

    private final Service service = get(Service.class);
    private final IllegalStateException down = new IllegalStateException("down");

    Resilience4jRetriesLimitsTests(String mode) {
        super(() -> application(mode));
    }

    @Test
    void onlyInstancesWithoutPropertiesWait(CapturedOutput log) {
        try (var logging = application("govern")) {
            assertThat(logging.get(AdoptedMethods.class).all()).hasSize(6);
        }
        assertThat(log)
                .contains("Callers of Service.computed, Service.undeclared wait for the delays of resilience4j")
                .doesNotContain("Service.busy");
    }

    @Test
    void computedNamesAreNotKnown() {
        service.computed("busy");
        assertThat(get(CallStatisticsRegistry.class).counts("adopted")).isEqualTo(Map.of(Outcome.SUCCESS, 1L));
    }

    @Test
    void deniedRetriesOfResultsWait() throws Exception {
        Script script = Script.of("busy");
        assertThat(service.busy(script)).isEqualTo("busy");
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.asked()).hasSize(2);
        assertOutcome(Outcome.BUDGET_DENIED);
    }

    @Test
    void deniedRetriesOfElementsRepeatThem() {
        Script script = Script.of("busy");
        assertThat(service.mono(Mono.fromCallable(script)).block()).isEqualTo("busy");
        assertThat(script.attempts()).isEqualTo(1);
    }

    /** Elements of a stream have been passed on, so that there is nothing to repeat. */
    @Test
    void retriesOfStreamsForTheirElementsAreNotDenied() {
        Script script = Script.of("busy");
        service.flux(Mono.fromCallable(script).flux()).collectList().block();
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void deniedRetriesOfFailuresDoNotWait() {
        Script script = Script.of(down);
        assertThat(catchThrowable(() -> service.busy(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.asked()).hasSize(1);
    }

    @Test
    void deniedRetriesOfWrappedFailuresEndTheFuture() {
        Throwable wrapped = new CompletionException(down);
        Script script = Script.of(CompletableFuture.failedFuture(wrapped));
        assertThat(catchThrowable(service.future(script)::join)).isSameAs(wrapped);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.asked()).hasSize(1);
    }

    @Test
    void deniedRetriesOfPublishersAreTheLastOfTheLibrary() {
        Script script = Script.of(down);
        catchThrowable(() -> service.mono(Mono.fromCallable(script)).block());
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events())
                .containsExactly(
                        "RETRY busy 1 IllegalStateException: down", "ERROR busy 2 IllegalStateException: down");
    }

    private static AdoptedApplication application(String mode) {
        return new AdoptedApplication(
                        mode,
                        "backoff.budgets.default.burst=0",
                        "backoff.budgets.default.ratio=0",
                        "backoff.budgets.default.min-per-second=0")
                .retry("busy", config -> config.maxAttempts(3).retryOnResult("busy"::equals))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class);
    }

    static class Service {

        @Retry(name = "busy")
        public Object busy(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "busy")
        public CompletableFuture<Object> future(Script attempt) {
            return attempt.run();
        }

        @Retry(name = "busy")
        public Mono<Object> mono(Mono<Object> source) {
            return source;
        }

        @Retry(name = "busy")
        public Flux<Object> flux(Flux<Object> source) {
            return source;
        }

        @Retry(name = "undeclared")
        public Object undeclared() {
            return "ok";
        }

        @Retry(name = "#root.args[0]")
        public Object computed(String name) {
            return name.length();
        }
    }
}
