package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.event.EventListener;
import org.springframework.core.retry.RetryException;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.resilience.retry.MethodRetryEvent;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The events of Spring Framework, in order. */
class FrameworkRetriesListenersTests extends OneLibrary {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Shop shop = get(Shop.class);
    private final Journal journal = get(Journal.class);

    FrameworkRetriesListenersTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Shop.class, Journal.class);
        journal.events.clear();
        journal.lines.clear();
    }

    @Test
    void aSuccessIsNoEvent() {
        shop.sell(Script.of("sold"));
        assertThat(journal.lines).isEmpty();
    }

    @Test
    void theEndOfTheCallIsAnEvent() {
        var last = catchThrowable(() -> shop.sell(Script.failing(3, "too late")));
        assertThat(journal.lines.subList(0, 3)).containsExactly("failure 1", "failure 2", "failure 3");
        assertThat(journal.events).hasSize(4);
        assertThat(journal.events.get(2).isRetryAborted()).isFalse();
        assertThat(journal.events.get(2).getFailure()).isSameAs(last);
        assertThat(journal.events.get(3).isRetryAborted()).isTrue();
        assertThat(journal.events.get(3).getFailure())
                .isExactlyInstanceOf(RetryException.class)
                .hasMessageStartingWith("Retry policy for operation ")
                .hasMessageEndingWith("Shop.sell' exhausted; aborting execution");
        assertThat(journal.events.get(3).getFailure().getCause()).isSameAs(last);
        assertThat(journal.events.get(3).getFailure().getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("failure 1", "failure 2");
    }

    @Test
    void theEventsKnowTheCall() throws NoSuchMethodException {
        var script = Script.failing(1, "sold");
        shop.sell(script);
        var event = journal.events.get(0);
        assertThat(event.getMethod()).isEqualTo(Shop.class.getMethod("sell", Script.class));
        assertThat(event.getSource().getArguments()).containsExactly(script);
        assertThat(event.getSource().getThis()).isExactlyInstanceOf(Shop.class);
    }

    @Test
    void anEventComesBeforeTheNextAttempt() {
        shop.sellAndNote(Script.failing(2, "sold"), journal.lines);
        assertThat(journal.lines).containsExactly("attempt", "failure 1", "attempt", "failure 2", "attempt");
        assertThat(journal.events).noneMatch(MethodRetryEvent::isRetryAborted);
    }

    @Test
    void aFailureThatIsNotRetriedIsTwoEvents() {
        var failure = new IllegalArgumentException("wrong");
        catchThrowable(() -> shop.sell(Script.of(failure)));
        assertThat(journal.events).extracting(MethodRetryEvent::isRetryAborted).containsExactly(false, true);
        assertThat(journal.events.get(0).getFailure()).isSameAs(failure);
        assertThat(journal.events.get(1).getFailure()).hasNoSuppressedExceptions();
        assertThat(journal.events.get(1).getFailure().getCause()).isSameAs(failure);
    }

    @Test
    void anInterruptIsAnEvent() {
        Thread.currentThread().interrupt();
        try {
            catchThrowable(() -> shop.sell(Script.failing(1, "too late")));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(journal.events).extracting(MethodRetryEvent::isRetryAborted).containsExactly(false, true);
        assertThat(journal.events.get(1).getFailure()).hasMessageStartingWith("Interrupted during back-off");
    }

    @Test
    void aListenerThatThrowsEndsTheCall() {
        var script = Script.of(new IOException("break"), "too late");
        assertThat(catchThrowable(() -> shop.sell(script))).isExactlyInstanceOf(ArithmeticException.class);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(journal.events).hasSize(1);
    }

    @Test
    void failedSubscriptionsAreEvents() {
        assertThat(shop.order(Script.failing(2, "sold")).block(LIMIT)).isEqualTo("sold");
        assertThat(journal.lines).containsExactly("failure 1", "failure 2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anExhaustedPublisherIsAnEvent(boolean single) {
        var script = Script.failing(3, "too late");
        var thrown = catchThrowable(
                () -> (single ? shop.order(script) : shop.list(script).last()).block(LIMIT));
        assertThat(journal.lines).containsExactly("failure 1", "failure 2", "failure 3", "Retries exhausted: 2/2");
        assertThat(journal.events)
                .extracting(MethodRetryEvent::isRetryAborted)
                .containsExactly(false, false, false, true);
        assertThat(Exceptions.isRetryExhausted(thrown)).isTrue();
        assertThat(thrown).isSameAs(journal.events.get(3).getFailure());
    }

    @Test
    void theFailureOfAFutureIsNoEvent() {
        assertThat(shop.sell(Script.of(Mono.error(new IOException()).toFuture())))
                .isNotNull();
        assertThat(journal.events).isEmpty();
    }

    static class Shop {

        @Retryable(maxRetries = 2, delay = 0, excludes = IllegalArgumentException.class)
        public Object sell(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Object sellAndNote(Script script, List<String> lines) {
            lines.add("attempt");
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Mono<Object> order(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Flux<Object> list(Script script) {
            return Flux.defer(() -> Flux.just(script.<Object>run()));
        }
    }

    static class Journal {

        final List<MethodRetryEvent> events = new CopyOnWriteArrayList<>();
        final List<String> lines = new CopyOnWriteArrayList<>();

        @EventListener
        void note(MethodRetryEvent event) {
            events.add(event);
            lines.add(event.getFailure().getMessage());
            if ("break".equals(event.getFailure().getMessage())) {
                throw new ArithmeticException();
            }
        }
    }
}
