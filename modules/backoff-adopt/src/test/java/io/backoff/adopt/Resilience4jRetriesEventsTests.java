package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.consumer.EventConsumerRegistry;
import io.github.resilience4j.core.registry.EntryAddedEvent;
import io.github.resilience4j.core.registry.EntryRemovedEvent;
import io.github.resilience4j.core.registry.EntryReplacedEvent;
import io.github.resilience4j.core.registry.RegistryEventConsumer;
import io.github.resilience4j.retry.Retry.Metrics;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.retry.event.RetryEvent;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/** The events and counts of Resilience4j's retries. */
class Resilience4jRetriesEventsTests extends OneLibrary {

    private final IOException down = new IOException("down");
    private final Service service = get(Service.class);

    Resilience4jRetriesEventsTests(String mode) {
        super(() -> new AdoptedApplication(
                        mode,
                        "resilience4j.retry.instances.configured.max-attempts=5",
                        "resilience4j.retry.instances.configured.wait-duration=0")
                .retry("success", config -> config.maxAttempts(3))
                .retry("later", config -> config.maxAttempts(3))
                .retry("exhausted", config -> config.maxAttempts(3))
                .retry("ignored", config -> config.ignoreExceptions(IOException.class))
                .retry("busy", config -> config.maxAttempts(3).retryOnResult("busy"::equals))
                .retry("broken", config -> config.maxAttempts(3))
                .retry("added", config -> config.maxAttempts(2))
                .retry("buffered", config -> config.maxAttempts(2))
                .retry("configured", config -> config.maxAttempts(2))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class, Listeners.class));
        application.get(Added.class).events.clear();
    }

    @Test
    void aSuccessWithoutRetriesIsCountedWithoutEvent() throws Exception {
        service.call("success", Script.of("ok"));
        assertThat(application.events()).isEmpty();
        assertThat(application.counts("success")).containsExactly(1L, 0L, 0L, 0L, 1L);
    }

    @Test
    void aSuccessAfterRetries() throws Exception {
        service.call("later", Script.of(down, new IOException("again"), "ok"));
        assertThat(application.events())
                .containsExactly(
                        "RETRY later 1 IOException: down",
                        "RETRY later 2 IOException: again",
                        "SUCCESS later 2 IOException: again");
        assertThat(application.counts("later")).containsExactly(0L, 0L, 1L, 0L, 3L);
    }

    @Test
    void exhaustedRetries() {
        catchThrowable(() -> service.call("exhausted", Script.of(down)));
        assertThat(application.events())
                .containsExactly(
                        "RETRY exhausted 1 IOException: down",
                        "RETRY exhausted 2 IOException: down",
                        "ERROR exhausted 3 IOException: down");
        assertThat(application.counts("exhausted")).containsExactly(0L, 0L, 0L, 1L, 3L);
    }

    @Test
    void anIgnoredException() {
        catchThrowable(() -> service.call("ignored", Script.of(down)));
        assertThat(application.events()).containsExactly("IGNORED_ERROR ignored 0 IOException: down");
        assertThat(application.counts("ignored")).containsExactly(0L, 1L, 0L, 0L, 1L);
    }

    @Test
    void aRejectedResult() throws Exception {
        service.call("busy", Script.of("busy", "ok"));
        assertThat(application.events()).containsExactly("RETRY busy 1 null", "SUCCESS busy 1 null");
        assertThat(application.counts("busy")).containsExactly(0L, 0L, 1L, 0L, 2L);
    }

    @Test
    void aConsumerThatThrowsEndsTheCall() {
        var broken = new IllegalStateException("broken");
        application.registry().retry("broken").getEventPublisher().onRetry(event -> {
            throw broken;
        });
        Script script = Script.of(down);
        assertThat(catchThrowable(() -> service.call("broken", script))).isSameAs(broken);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aConsumerOfNewEntriesHearsOfTheirCalls() {
        catchThrowable(() -> service.call("added", Script.of(down)));
        assertThat(application.get(Added.class).events).containsExactly("added RETRY", "added ERROR");
    }

    @Test
    void anEntryOfTheAspectIsToldToTheConsumersToo() throws Exception {
        service.call("unknown", Script.of(new IllegalStateException(), "ok"));
        assertThat(application.get(Added.class).events).containsExactly("unknown RETRY", "unknown SUCCESS");
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
        Script script = Script.of(down);
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
        Script script = Script.of(down);
        catchThrowable(() -> service.call("replaced", script));
        assertThat(script.attempts()).isEqualTo(4);
        Metrics metrics = replacement.getMetrics();
        assertThat(metrics.getNumberOfFailedCallsWithRetryAttempt()).isEqualTo(1);
        assertThat(metrics.getNumberOfTotalCalls()).isEqualTo(4);
    }

    @Test
    void theirEndpointSeesTheEvents() {
        catchThrowable(() -> service.call("buffered", Script.of(down)));
        assertThat(application
                        .get(Buffers.class)
                        .registry
                        .getEventConsumer("buffered")
                        .getBufferedEvents())
                .extracting(RetryEvent::getEventType)
                .containsExactly(RetryEvent.Type.RETRY, RetryEvent.Type.ERROR);
    }

    @Test
    void aCustomizerWinsOverTheProperties() {
        Script script = Script.of(down);
        catchThrowable(() -> service.call("configured", script));
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.asked()).hasSize(1);
    }

    @Test
    void directUseOfAnEntryIsIndependentOfMethods() throws Exception {
        Script script = Script.of(down, "ok");
        assertThat(application.registry().retry("configured").executeCallable(script))
                .isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
    }

    static class Listeners {

        @Bean
        Added added() {
            return new Added();
        }

        @Bean
        Buffers buffers(EventConsumerRegistry<RetryEvent> registry) {
            return new Buffers(registry);
        }
    }

    record Buffers(EventConsumerRegistry<RetryEvent> registry) {}

    /** A consumer of an application: it knows the entries from their first day. */
    static class Added implements RegistryEventConsumer<io.github.resilience4j.retry.Retry> {

        private final List<String> events = new CopyOnWriteArrayList<>();

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
        public Object call(String name, Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
