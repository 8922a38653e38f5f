package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;

/** What applications configure stays, though the intervals of governed calls are wrapped. */
class Resilience4jRetriesConfigurationTests extends OneLibrary {

    private final IOException down = new IOException("down");
    private final Service service = get(Service.class);
    private final Wrapping wrapping = get(Wrapping.class);
    private final boolean governed;

    Resilience4jRetriesConfigurationTests(String mode) {
        super(() -> new AdoptedApplication(
                        mode,
                        "resilience4j.retry.tags.of=all",
                        "resilience4j.retry.configs.shared.max-attempts=4",
                        "resilience4j.retry.configs.shared.wait-duration=0",
                        "resilience4j.retry.instances.based.base-config=shared",
                        "resilience4j.retry.instances.growing.wait-duration=10ms",
                        "resilience4j.retry.instances.growing.enable-exponential-backoff=true")
                .retry(
                        "customized",
                        config -> config.maxAttempts(2)
                                .retryExceptions(IOException.class)
                                .retryOnResult("busy"::equals)
                                .failAfterMaxAttempts(true))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class, Wrapping.class));
        governed = mode.equals("govern");
        wrapping.asked.clear();
    }

    @Test
    void theRestOfAConfigurationIsKept() {
        RetryConfig config = configuration("customized");
        assertThat(config.getMaxAttempts()).isEqualTo(2);
        assertThat(config.isFailAfterMaxAttempts()).isTrue();
        assertThat(config.getExceptionPredicate()).accepts(down).rejects(new IllegalStateException());
        assertThat(config.<Object>getResultPredicate()).accepts("busy").rejects("sold");
        assertThat(application.registry().retry("growing").getTags()).isEqualTo(Map.of("of", "all"));
    }

    @Test
    void intervalsOfPropertiesAreKept() {
        assertThat(List.of(interval("growing", 1), interval("growing", 2))).containsExactly(10L, 15L);
        assertThat(interval("based", 1)).isZero();
    }

    @Test
    void instancesOfASharedConfigurationAreRetried() {
        Script script = Script.of(down);
        assertThat(catchThrowable(() -> service.based(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(4);
        assertOutcome(Outcome.EXHAUSTED);
    }

    @Test
    void applicationsMayReplaceInstancesByOthersWithTheirIntervals() {
        Script script = Script.of(down);
        assertThat(catchThrowable(() -> service.three(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(wrapping.asked).containsExactly("three 1 0", "three 2 0");
        assertThat(application.asked()).hasSize(2);
        assertOutcome(Outcome.EXHAUSTED);
    }

    /** Else a customizer that looks for its own function finds ours. */
    @Test
    void customizersSeeTheIntervalsOfASharedConfiguration() {
        assertThat(wrapping.seen).isNotEmpty().noneMatch(name -> name.startsWith("io.backoff."));
    }

    @Test
    void observedIntervalsAreThoseOfTheApplication() {
        assertThat(configuration("customized").getIntervalBiFunction() == application.intervals())
                .isNotEqualTo(governed);
    }

    private RetryConfig configuration(String name) {
        return application.registry().retry(name).getRetryConfig();
    }

    private Long interval(String name, int attempt) {
        return configuration(name).getIntervalBiFunction().apply(attempt, Either.left(down));
    }

    /** Replaces an instance by one whose intervals it sees. */
    static class Wrapping implements BeanPostProcessor {

        private final List<String> asked = new CopyOnWriteArrayList<>();
        private final List<String> seen = new CopyOnWriteArrayList<>();

        @Bean
        RetryConfigCustomizer based() {
            return RetryConfigCustomizer.of(
                    "based",
                    builder -> seen.add(
                            builder.build().getIntervalBiFunction().getClass().getName()));
        }

        @Override
        public @Nullable Object postProcessAfterInitialization(Object bean, String name) {
            if (bean instanceof RetryRegistry registry) {
                RetryConfig config = registry.retry("three").getRetryConfig();
                registry.replace(
                        "three",
                        io.github.resilience4j.retry.Retry.of(
                                "three",
                                RetryConfig.from(config)
                                        .intervalBiFunction((attempt, outcome) -> {
                                            Long interval = config.getIntervalBiFunction()
                                                    .apply(attempt, outcome);
                                            asked.add("three " + attempt + " " + interval);
                                            return interval;
                                        })
                                        .build()));
            }
            return bean;
        }
    }

    static class Service {

        @Retry(name = "based")
        public Object based(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three")
        public Object three(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
