package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.consumer.EventConsumerRegistry;
import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.micrometer.tagged.TaggedRetryMetrics;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.retry.event.RetryEvent;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;

/** An application that replaces the entries of the registry by ones whose intervals it sees. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class Resilience4jRetriesRegistryTests {

    private static final List<String> asked = new CopyOnWriteArrayList<>();
    private static ResilienceApplication application;

    private final IOException down = new IOException("down");
    private final Service service;

    Resilience4jRetriesRegistryTests(String mode) {
        service = application.fresh(Service.class);
        asked.clear();
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(
                        mode,
                        "resilience4j.retry.tags.of=all",
                        "resilience4j.retry.instances.properties.max-attempts=2",
                        "resilience4j.retry.instances.properties.wait-duration=1ms",
                        "resilience4j.retry.instances.properties.event-consumer-buffer-size=1",
                        "resilience4j.retry.instances.growing.max-attempts=2",
                        "resilience4j.retry.instances.growing.wait-duration=1ms",
                        "resilience4j.retry.instances.growing.enable-exponential-backoff=true")
                .retry(
                        "two",
                        config -> config.maxAttempts(2)
                                .retryExceptions(IOException.class)
                                .retryOnResult("busy"::equals)
                                .failAfterMaxAttempts(true))
                .start(Service.class, Replacing.class, User.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void theReplacedFunctionIsAskedAndTheFormerBehindIt() {
        Script<Object> script = Script.of(down);
        catchThrowable(() -> service.call("two", script));
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(asked).containsExactly("two 1 0");
        assertThat(application.intervals().asked()).containsExactly(new Intervals.Asked(1, down, null));
    }

    @Test
    void intervalsOfPropertiesAreAskedAlike() {
        catchThrowable(() -> service.call("properties", Script.of(down)));
        catchThrowable(() -> service.call("growing", Script.of(down)));
        assertThat(asked).containsExactly("properties 1 1", "growing 1 1");
    }

    @Test
    void theRestOfTheConfigurationIsKept() {
        RetryConfig config = application.registry().retry("two").getRetryConfig();
        assertThat(config.getMaxAttempts()).isEqualTo(2);
        assertThat(config.isFailAfterMaxAttempts()).isTrue();
        assertThat(config.getExceptionPredicate().test(down)).isTrue();
        assertThat(config.getExceptionPredicate().test(new IllegalStateException()))
                .isFalse();
        assertThat(config.<Object>getResultPredicate().test("busy")).isTrue();
        assertThat(application.registry().retry("properties").getTags()).containsExactly(Map.entry("of", "all"));
    }

    @Test
    void whoInjectsTheRegistryOrAnEntryHasTheReplacement() throws Exception {
        User user = application.get(User.class);
        assertThat(user.entry()).isSameAs(application.registry().retry("two"));
        Object result = user.entry().executeCallable(Script.of(down, "ok"));
        assertThat(result).isEqualTo("ok");
        assertThat(asked).containsExactly("two 1 0");
    }

    @Test
    void theEventsOfTheEndpointAreThoseOfTheReplacement() {
        catchThrowable(() -> service.call("properties", Script.of(down)));
        assertThat(application
                        .get(User.class)
                        .buffers()
                        .getEventConsumer("properties")
                        .getBufferedEvents())
                .extracting(RetryEvent::getEventType)
                .containsExactly(RetryEvent.Type.ERROR);
    }

    @Test
    void metersThatAreBoundAfterwardsCountTheReplacement() {
        var meters = new SimpleMeterRegistry();
        TaggedRetryMetrics.ofRetryRegistry(application.registry()).bindTo(meters);
        double before = failedWithRetries(meters);
        catchThrowable(() -> service.call("properties", Script.of(down)));
        assertThat(failedWithRetries(meters)).isEqualTo(before + 1);
    }

    @Test
    void metersThatAreBoundBeforeFollowAReplacement() {
        var meters = new SimpleMeterRegistry();
        TaggedRetryMetrics.ofRetryRegistry(application.registry()).bindTo(meters);
        Replacing.replace(application.registry(), application.registry().retry("properties"));
        assertThat(failedWithRetries(meters)).isZero();
        catchThrowable(() -> service.call("properties", Script.of(down)));
        assertThat(failedWithRetries(meters)).isEqualTo(1);
    }

    @Test
    void anEntryThatTheAspectAddsIsNotReplaced() throws Exception {
        application
                .registry()
                .addConfiguration(
                        "shared",
                        RetryConfig.custom()
                                .maxAttempts(2)
                                .intervalBiFunction(application.intervals())
                                .build());
        Script<Object> script = Script.of(down, "ok");
        assertThat(service.shared(script)).isEqualTo("ok");
        assertThat(application.intervals().asked()).hasSize(1);
        assertThat(asked).isEmpty();
    }

    /** What an entry is added by holds the registry's lock for its name: there, a replacement fails. */
    @Test
    void anEntryCannotBeReplacedWhileItIsAdded() {
        RetryRegistry registry = RetryRegistry.ofDefaults();
        registry.getEventPublisher().onEntryAdded(added -> Replacing.replace(registry, added.getAddedEntry()));
        assertThat(catchThrowable(() -> registry.retry("late")))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("Recursive update");
    }

    @Test
    void aConsumerOfAFormerEntryHearsNothing() {
        RetryRegistry registry = RetryRegistry.ofDefaults();
        List<RetryEvent> events = new CopyOnWriteArrayList<>();
        registry.getEventPublisher()
                .onEntryAdded(added -> added.getAddedEntry().getEventPublisher().onEvent(events::add));
        RetryConfig config =
                RetryConfig.custom().intervalBiFunction(application.intervals()).build();
        Replacing.replace(registry, registry.retry("entry", config));
        catchThrowable(() -> registry.retry("entry").executeCallable(Script.of(down)));
        assertThat(asked).hasSize(2);
        assertThat(events).isEmpty();
    }

    /** The aspect takes the configuration of the entry's name before it takes the default. */
    @Test
    void configurationsCanBeReplacedForEntriesThatTheAspectAdds() throws Exception {
        application
                .registry()
                .addConfiguration(
                        "late",
                        RetryConfig.custom()
                                .maxAttempts(2)
                                .intervalBiFunction(Replacing.wrap("late", application.intervals()))
                                .build());
        assertThat(service.call("late", Script.of(down, "ok"))).isEqualTo("ok");
        assertThat(asked).containsExactly("late 1 0");
    }

    private static double failedWithRetries(SimpleMeterRegistry meters) {
        FunctionCounter counter = meters.find("resilience4j.retry.calls")
                .tags("name", "properties", "kind", "failed_with_retry")
                .functionCounter();
        return counter == null ? Double.NaN : counter.count();
    }

    static class Replacing {

        @Bean
        static BeanPostProcessor replacing() {
            return new BeanPostProcessor() {
                @Override
                public @Nullable Object postProcessAfterInitialization(Object bean, String name) {
                    if (bean instanceof RetryRegistry registry) {
                        registry.getAllRetries().forEach(retry -> replace(registry, retry));
                    }
                    return bean;
                }
            };
        }

        static void replace(RetryRegistry registry, io.github.resilience4j.retry.Retry retry) {
            RetryConfig config = retry.getRetryConfig();
            RetryConfig wrapped = RetryConfig.from(config)
                    .intervalBiFunction(wrap(retry.getName(), config.getIntervalBiFunction()))
                    .build();
            registry.replace(
                    retry.getName(), io.github.resilience4j.retry.Retry.of(retry.getName(), wrapped, retry.getTags()));
        }

        static IntervalBiFunction<Object> wrap(String name, IntervalBiFunction<Object> former) {
            return (attempt, outcome) -> {
                Long interval = former.apply(attempt, outcome);
                asked.add(name + " " + attempt + " " + interval);
                return interval;
            };
        }
    }

    /** An application's own use of the registry. */
    static class User {

        private final io.github.resilience4j.retry.Retry entry;
        private final EventConsumerRegistry<RetryEvent> buffers;

        User(RetryRegistry registry, EventConsumerRegistry<RetryEvent> buffers) {
            this.entry = registry.retry("two");
            this.buffers = buffers;
        }

        io.github.resilience4j.retry.Retry entry() {
            return entry;
        }

        EventConsumerRegistry<RetryEvent> buffers() {
            return buffers;
        }
    }

    static class Service {

        @Retry(name = "#root.args[0]")
        public Object call(String name, Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "fresh", configuration = "shared")
        public Object shared(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
