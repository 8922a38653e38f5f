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
import org.springframework.boot.test.system.CapturedOutput;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Retries of Resilience4j that an empty budget denies, and what cannot be ended. */
@Logged(names = {"io.backoff.adopt", "io.backoff.autoconfigure.StartupReport"})
class Resilience4jRetriesLimitsTests {

    private static final String[] NOTHING_SAVED_UP = {
        "backoff.budgets.default.burst=0", "backoff.budgets.default.ratio=0", "backoff.budgets.default.min-per-second=0"
    };

    @Test
    void onlyInstancesWithoutPropertiesWait(CapturedOutput log) {
        try (var application = application("govern")) {
            assertThat(application.get(AdoptedMethods.class).all()).hasSize(6);
        }
        assertThat(log)
                .contains("Callers of Service.computed, Service.undeclared wait for the delays of resilience4j")
                .doesNotContain("Service.busy");
    }

    @Test
    void computedNamesAreNotKnown() {
        try (var application = application("observe")) {
            application.get(Service.class).computed("busy");
            assertThat(calls(application, "adopted")).isEqualTo(Map.of(Outcome.SUCCESS, 1L));
        }
    }

    @Test
    void deniedRetriesOfResultsWait() throws Exception {
        try (var application = application("govern")) {
            Script script = Script.of("busy");
            assertThat(application.get(Service.class).busy(script)).isEqualTo("busy");
            assertThat(script.attempts()).isEqualTo(1);
            assertThat(application.asked()).hasSize(2);
            assertThat(calls(application, "busy")).isEqualTo(Map.of(Outcome.BUDGET_DENIED, 1L));
        }
    }

    @Test
    void deniedRetriesOfElementsRepeatThem() {
        try (var application = application("govern")) {
            Script script = Script.of("busy");
            assertThat(application
                            .get(Service.class)
                            .mono(Mono.fromCallable(script))
                            .block())
                    .isEqualTo("busy");
            assertThat(script.attempts()).isEqualTo(1);
        }
    }

    /** Elements of a stream have been passed on, so that there is nothing to repeat. */
    @Test
    void retriesOfStreamsForTheirElementsAreNotDenied() {
        try (var application = application("govern")) {
            Script script = Script.of("busy");
            application
                    .get(Service.class)
                    .flux(Mono.fromCallable(script).flux())
                    .collectList()
                    .block();
            assertThat(script.attempts()).isEqualTo(3);
        }
    }

    @Test
    void aRejectedResultThatIsReturnedHasRecovered() throws Exception {
        try (var application = application("observe")) {
            application.get(Service.class).busy(Script.of("busy"));
            assertThat(calls(application, "busy")).isEqualTo(Map.of(Outcome.RECOVERED, 1L));
        }
    }

    @Test
    void deniedRetriesOfFailuresDoNotWait() {
        try (var application = application("govern")) {
            Script script = Script.of(new IllegalStateException("down"));
            assertThat(catchThrowable(() -> application.get(Service.class).busy(script)))
                    .hasMessage("down");
            assertThat(script.attempts()).isEqualTo(1);
            assertThat(application.asked()).hasSize(1);
        }
    }

    @Test
    void deniedRetriesOfWrappedFailuresEndTheFuture() {
        try (var application = application("govern")) {
            Throwable wrapped = new CompletionException(new IllegalStateException("down"));
            Script script = Script.of(CompletableFuture.failedFuture(wrapped));
            assertThat(catchThrowable(application.get(Service.class).future(script)::join))
                    .isSameAs(wrapped);
            assertThat(script.attempts()).isEqualTo(1);
            assertThat(application.asked()).hasSize(1);
        }
    }

    @Test
    void deniedRetriesOfPublishersAreTheLastOfTheLibrary() {
        try (var application = application("govern")) {
            Script script = Script.of(new IllegalStateException("down"));
            catchThrowable(() -> application
                    .get(Service.class)
                    .mono(Mono.fromCallable(script))
                    .block());
            assertThat(script.attempts()).isEqualTo(1);
            assertThat(application.events())
                    .containsExactly(
                            "RETRY busy 1 IllegalStateException: down", "ERROR busy 2 IllegalStateException: down");
        }
    }

    private static AdoptedApplication application(String mode) {
        return new AdoptedApplication(mode, NOTHING_SAVED_UP)
                .retry("busy", config -> config.maxAttempts(3).retryOnResult("busy"::equals))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class);
    }

    private static Map<Outcome, Long> calls(AdoptedApplication application, String policy) {
        return application.get(CallStatisticsRegistry.class).counts(policy);
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
