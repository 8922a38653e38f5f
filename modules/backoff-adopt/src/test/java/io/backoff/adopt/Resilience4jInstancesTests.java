package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.CurrentAttempt;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import io.github.resilience4j.consumer.EventConsumerRegistry;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.core.registry.EntryAddedEvent;
import io.github.resilience4j.core.registry.EntryRemovedEvent;
import io.github.resilience4j.core.registry.EntryReplacedEvent;
import io.github.resilience4j.core.registry.RegistryEventConsumer;
import io.github.resilience4j.retry.Retry.Metrics;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.retry.event.RetryEvent;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** How Resilience4j finds the instance that a method names, what applications configure of it, and its events and counts. */
class Resilience4jInstancesTests extends OneLibrary {

    private final Service service = get(Service.class);
    private final Wrapping wrapping = get(Wrapping.class);
    private final boolean governed;

    private final Words words = new Words();

    Resilience4jInstancesTests(String mode) {
        super(() -> new AdoptedApplication(
                        mode,
                        "names.two=two",
                        "resilience4j.retry.tags.of=all",
                        "resilience4j.retry.configs.shared.max-attempts=4",
                        "resilience4j.retry.configs.shared.wait-duration=0",
                        "resilience4j.retry.instances.based.base-config=shared",
                        "resilience4j.retry.configs.plain.max-attempts=2",
                        "resilience4j.retry.instances.bare.base-config=plain",
                        "resilience4j.retry.instances.customized.max-attempts=5",
                        "resilience4j.retry.instances.growing.wait-duration=10ms",
                        "resilience4j.retry.instances.growing.enable-exponential-backoff=true")
                .retry("ignored", config -> config.ignoreExceptions(IOException.class))
                .retry("busy", config -> config.maxAttempts(3).retryOnResult("busy"::equals))
                .retry("broken", config -> config.maxAttempts(3))
                .retry("added", config -> config.maxAttempts(2))
                .retry("buffered", config -> config.maxAttempts(2))
                .retry(
                        "customized",
                        config -> config.maxAttempts(2)
                                .retryExceptions(IOException.class)
                                .retryOnResult("busy"::equals)
                                .failAfterMaxAttempts(true))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class, Added.class, Names.class, Wrapping.class));
        governed = mode.equals("govern");
        wrapping.asked.clear();
        application.get(Added.class).events.clear();
    }

    @ParameterizedTest
    @CsvSource({"placeholder,  2", "expression,   2", "bean,         2", "byConfiguration, 2", "unknown,      3"})
    void isFoundByItsName(String method, int attempts) throws Exception {
        RetryRegistry registry = application.registry();
        registry.addConfiguration(
                "two", RetryConfig.from(registry.retry("two").getRetryConfig()).build());
        Script script = words.script("down");
        assertThat(Words.end(service, method, script)).isSameAs(words.down);
        assertThat(script.attempts()).isEqualTo(attempts);
    }

    @Test
    void aPlaceholderIsResolvedAtStartup() {
        assertThat(get(AdoptedMethods.class).all())
                .filteredOn(row -> row.name().endsWith(".placeholder"))
                .singleElement()
                .satisfies(row -> assertThat(row.method().retry().instance()).isEqualTo("two"));
    }

    @Test
    void isCreatedAtTheFirstCallAndThenKnown() throws Exception {
        assertThat(service.unknown(Script.of("ok"))).isEqualTo("ok");
        assertThat(application.registry().find("unknown")).isPresent();
        assertThat(configuration("unknown").getMaxAttempts()).isEqualTo(3);
    }

    /** The numbers count calls that succeeded or failed without retries, calls that succeeded or failed with retries, and attempts. */
    @ParameterizedTest
    @CsvSource({
        "three,   ok,            1 0 0 0 1, ''",
        "three,   down down2 ok, 0 0 1 0 3, RETRY 1 down; RETRY 2 down again; SUCCESS 2 down again",
        "three,   down,          0 0 0 1 3, RETRY 1 down; RETRY 2 down; ERROR 3 down",
        "ignored, down,          0 1 0 0 1, IGNORED_ERROR 0 down",
        "busy,    busy ok,       0 0 1 0 2, RETRY 1 null; SUCCESS 1 null"
    })
    void hasCountsAndEvents(String instance, String attempts, String counts, String events) {
        List<Long> before = application.counts(instance);
        catchThrowable(() -> service.call(instance, words.script(attempts)));
        assertThat(added(instance, before))
                .containsExactly(Stream.of(counts.split(" ")).map(Long::valueOf).toArray(Long[]::new));
        assertThat(application.events().stream()
                        .map(each -> each.replace(instance + " ", "").replace("IOException: ", ""))
                        .collect(Collectors.joining("; ")))
                .isEqualTo(events);
    }

    @Test
    void aConsumerThatThrowsEndsTheCall() {
        var broken = new IllegalStateException("broken");
        application.registry().retry("broken").getEventPublisher().onRetry(event -> {
            throw broken;
        });
        Script script = words.script("down");
        assertThat(catchThrowable(() -> service.call("broken", script))).isSameAs(broken);
        assertThat(script.attempts()).isEqualTo(1);
    }

    /** The aspect adds the second one. */
    @ParameterizedTest
    @CsvSource({"added, down, ERROR", "heard, down ok, SUCCESS"})
    void aConsumerOfNewEntriesHearsOfTheirCalls(String name, String attempts, String end) {
        catchThrowable(() -> service.call(name, words.script(attempts)));
        assertThat(application.get(Added.class).events).containsExactly(name + " RETRY", name + " " + end);
    }

    @Test
    void anEntryThatIsAddedLaterIsUsed() {
        application
                .registry()
                .retry(
                        "manual",
                        RetryConfig.custom()
                                .maxAttempts(2)
                                .intervalBiFunction(application.intervals())
                                .build());
        Script script = words.script("down");
        catchThrowable(() -> service.call("manual", script));
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.get(Added.class).events).containsExactly("manual RETRY", "manual ERROR");
    }

    @Test
    void anEntryThatIsReplacedIsUsed() {
        var replacement = io.github.resilience4j.retry.Retry.of(
                "replaced",
                RetryConfig.custom()
                        .maxAttempts(4)
                        .intervalBiFunction(application.intervals())
                        .build());
        application
                .registry()
                .retry("replaced", RetryConfig.custom().maxAttempts(2).build());
        application.registry().replace("replaced", replacement);
        Script script = words.script("down");
        catchThrowable(() -> service.call("replaced", script));
        assertThat(script.attempts()).isEqualTo(4);
        Metrics metrics = replacement.getMetrics();
        assertThat(metrics.getNumberOfFailedCallsWithRetryAttempt()).isEqualTo(1);
        assertThat(metrics.getNumberOfTotalCalls()).isEqualTo(4);
    }

    @Test
    void theirEndpointSeesTheEvents() {
        catchThrowable(() -> service.call("buffered", words.script("down")));
        assertThat(get(Added.class).buffers.getEventConsumer("buffered").getBufferedEvents())
                .extracting(RetryEvent::getEventType)
                .containsExactly(RetryEvent.Type.RETRY, RetryEvent.Type.ERROR);
    }

    @Test
    void aCustomizerWinsOverTheProperties() {
        Script script = words.script("down");
        catchThrowable(() -> service.call("customized", script));
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.asked()).hasSize(1);
    }

    @Test
    void directUseOfAnEntryIsIndependentOfMethods() throws Exception {
        Script script = words.script("down ok");
        assertThat(application.registry().retry("customized").executeCallable(script))
                .isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
    }

    /** Known before its first call, which creates it. */
    @Test
    void anUnknownNameHasTheDefaults() throws Exception {
        Script limit = Script.calling(
                () -> CurrentAttempt.get().orElseThrow().maxAttempts().orElse(0));
        assertThat(service.another(limit)).isEqualTo(3);
    }

    @Test
    void theRestOfAConfigurationIsKept() {
        RetryConfig config = configuration("customized");
        assertThat(config.getMaxAttempts()).isEqualTo(2);
        assertThat(config.isFailAfterMaxAttempts()).isTrue();
        assertThat(config.getExceptionPredicate()).accepts(words.down).rejects(new IllegalStateException());
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
        Script script = words.script("down");
        assertThat(catchThrowable(() -> service.based(script))).isSameAs(words.down);
        assertThat(script.attempts()).isEqualTo(4);
        assertOutcome(Outcome.EXHAUSTED);
    }

    @Test
    void applicationsMayReplaceInstancesByOthersWithTheirIntervals() {
        Script script = words.script("down");
        assertThat(catchThrowable(() -> service.three(script))).isSameAs(words.down);
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
        return configuration(name).getIntervalBiFunction().apply(attempt, Either.left(words.down));
    }

    /** A registry listener of an application, which sees each entry when it is added. */
    static class Added implements RegistryEventConsumer<io.github.resilience4j.retry.Retry> {

        private final List<String> events = new CopyOnWriteArrayList<>();
        private final EventConsumerRegistry<RetryEvent> buffers;

        Added(EventConsumerRegistry<RetryEvent> buffers) {
            this.buffers = buffers;
        }

        @Override
        public void onEntryAddedEvent(EntryAddedEvent<io.github.resilience4j.retry.Retry> added) {
            added.getAddedEntry()
                    .getEventPublisher()
                    .onEvent(event -> events.add(event.getName() + " " + event.getEventType()));
        }

        @Override
        public void onEntryRemovedEvent(EntryRemovedEvent<io.github.resilience4j.retry.Retry> removed) {}

        @Override
        public void onEntryReplacedEvent(EntryReplacedEvent<io.github.resilience4j.retry.Retry> replaced) {}
    }

    static class Service {

        @Retry(name = "#root.args[0]")
        public Object call(String name, Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "unknown")
        public Object unknown(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "another")
        public Object another(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "${names.two}")
        public Object placeholder(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "#{environment['names.two']}")
        public Object expression(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "@names.two()")
        public Object bean(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "byConfiguration", configuration = "two")
        public Object byConfiguration(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "based")
        public Object based(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "three")
        public Object three(Script script) throws IOException {
            return script.run();
        }
    }

    @Component("names")
    static class Names {

        public String two() {
            return "two";
        }
    }

    /** Replaces an instance by one whose intervals it sees. */
    static class Wrapping implements BeanPostProcessor {

        private final List<String> asked = new CopyOnWriteArrayList<>();
        private final List<String> seen = new CopyOnWriteArrayList<>();

        @Bean
        RetryConfigCustomizer based() {
            return seeing("based");
        }

        /** Sees a configuration whose intervals its properties do not replace. */
        @Bean
        RetryConfigCustomizer bare() {
            return seeing("bare");
        }

        private RetryConfigCustomizer seeing(String instance) {
            return RetryConfigCustomizer.of(
                    instance,
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
}
