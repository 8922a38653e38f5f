package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.common.CompositeCustomizer;
import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;

/**
 * An application that wraps the intervals of all configurations while they are built: no entry is replaced. Not governed,
 * since Backoff then wraps them in the same place.
 */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe"})
class Resilience4jRetriesWrappedTests {

    private static final List<String> asked = new CopyOnWriteArrayList<>();
    private static ResilienceApplication application;

    private final IOException down = new IOException("down");
    private final Service service;

    Resilience4jRetriesWrappedTests(String mode) {
        service = application.fresh(Service.class);
        asked.clear();
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(
                        mode,
                        "resilience4j.retry.configs.default.max-attempts=2",
                        "resilience4j.retry.configs.default.wait-duration=1ms",
                        "resilience4j.retry.configs.shared.max-attempts=3",
                        "resilience4j.retry.configs.shared.wait-duration=0ms",
                        "resilience4j.retry.instances.based.base-config=shared",
                        "resilience4j.retry.instances.own.wait-duration=0ms")
                .retry("customized", config -> config.maxAttempts(2))
                .start(Service.class, Wrapping.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void theCustomizerOfAnEntryComesFirst() {
        assertThat(attempts("customized")).isEqualTo(2);
        assertThat(asked).containsExactly("customized 1 0");
        assertThat(application.intervals().asked()).containsExactly(new Intervals.Asked(1, down, null));
    }

    @Test
    void entriesOfPropertiesAreWrappedOnce() {
        assertThat(attempts("own")).isEqualTo(2);
        assertThat(asked).containsExactly("own 1 0");
    }

    @Test
    void entriesOfASharedConfigurationAreWrappedOnce() {
        assertThat(attempts("based")).isEqualTo(3);
        assertThat(asked).hasSize(2);
    }

    @Test
    void entriesThatTheAspectAddsAreWrappedByTheirConfiguration() {
        assertThat(attempts("unknown")).isEqualTo(2);
        assertThat(asked).containsExactly("default 1 1");
    }

    private int attempts(String name) {
        Script<Object> script = Script.of(down);
        assertThat(catchThrowable(() -> service.call(name, script))).isSameAs(down);
        return script.attempts();
    }

    static class Wrapping {

        @Bean
        static BeanPostProcessor wrapping() {
            return new BeanPostProcessor() {
                @Override
                @SuppressWarnings("unchecked")
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return name.equals("compositeRetryCustomizer")
                            ? new WrappingCustomizers((CompositeCustomizer<RetryConfigCustomizer>) bean)
                            : bean;
                }
            };
        }
    }

    /** Customizers of which each wraps the interval last, for names without customizer too. */
    static class WrappingCustomizers extends CompositeCustomizer<RetryConfigCustomizer> {

        private final CompositeCustomizer<RetryConfigCustomizer> customizers;

        WrappingCustomizers(CompositeCustomizer<RetryConfigCustomizer> customizers) {
            super(List.of());
            this.customizers = customizers;
        }

        @Override
        public Optional<RetryConfigCustomizer> getCustomizer(String name) {
            return Optional.of(RetryConfigCustomizer.of(name, builder -> {
                customizers.getCustomizer(name).ifPresent(customizer -> customizer.customize(builder));
                wrap(name, builder);
            }));
        }

        @Override
        public Set<String> instanceNames() {
            return customizers.instanceNames();
        }

        @SuppressWarnings("unchecked")
        private static void wrap(String name, RetryConfig.Builder<?> builder) {
            IntervalBiFunction<Object> former = builder.build().getIntervalBiFunction();
            if (!(former instanceof Wrapped)) {
                ((RetryConfig.Builder<Object>) builder).intervalBiFunction(new Wrapped(name, former));
            }
        }
    }

    record Wrapped(String name, IntervalBiFunction<Object> former) implements IntervalBiFunction<Object> {

        @Override
        public Long apply(Integer attempt, Either<Throwable, Object> outcome) {
            Long interval = former.apply(attempt, outcome);
            asked.add(name + " " + attempt + " " + interval);
            return interval;
        }
    }

    static class Service {

        @Retry(name = "#root.args[0]")
        public Object call(String name, Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
