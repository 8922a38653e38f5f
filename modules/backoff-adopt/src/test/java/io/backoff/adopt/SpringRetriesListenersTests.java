package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.core.Ordered;
import org.springframework.retry.RetryCallback;
import org.springframework.retry.RetryContext;
import org.springframework.retry.RetryListener;
import org.springframework.retry.TerminatedRetryException;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;

/** Listeners of all calls and those of single annotations. */
class SpringRetriesListenersTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final List<String> events = get(Events.class).all();
    private final Words words = new Words();

    SpringRetriesListenersTests(String mode) {
        super(mode, Listeners.class, Service.class, RecoveringService.class);
        events.clear();
    }

    /** All are opened in order and closed in reverse; those of an annotation replace all others. */
    @ParameterizedTest
    @CsvSource({
        "call, down other result, 'first open 0, second open 0, second error 1 down, first error 1 down, "
                + "second error 2 other, first error 2 other, second success result 2, first success result 2, "
                + "second close 2, first close 2'",
        "oneListener, down, 'special open 0, special error 1 down, special error 2 down, special error 3 down, "
                + "special close 3 down'",
        "twoListeners, result, 'special open 0, first open 0, first success result 0, special success result 0, "
                + "first close 0, special close 0'",
        "noListener, result, ''"
    })
    void hearOf(String method, String attempts, String expected) throws Exception {
        Words.end(service, method, words.script(attempts));
        assertThat(String.join(", ", events)).isEqualTo(expected);
    }

    @Test
    void hearOfARecoveryAsAFailure() throws Exception {
        assertThat(get(RecoveringService.class).call(words.script("down"))).isEqualTo(7);
        assertThat(events)
                .containsExactly(
                        "special open 0", "special error 1 down", "special error 2 down", "special close 2 down");
    }

    @Test
    void mayPreventTheFirstAttempt() {
        var script = Script.of("result");
        assertThat(catchThrowable(() -> service.vetoed(script)))
                .isExactlyInstanceOf(TerminatedRetryException.class)
                .hasMessageStartingWith("Retry terminated abnormally by interceptor before first attempt");
        assertThat(script.attempts()).isZero();
    }

    @Test
    void mayEndTheCallAfterAFailure() {
        var script = words.script("other");
        assertThrows(words.other, () -> service.ended(script));
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void mayReplaceTheFailure() {
        var script = words.script("other");
        assertThat(catchThrowable(() -> service.replaced(script)))
                .isExactlyInstanceOf(UnsupportedOperationException.class)
                .hasMessage("by the listener");
        assertThat(script.attempts()).isEqualTo(1);
    }

    record Events(List<String> all) {}

    /** Records events under its name, together with the number of failures until then. */
    record Recording(String name, int order, List<String> events) implements RetryListener, Ordered {

        @Override
        public int getOrder() {
            return order;
        }

        @Override
        public <T, E extends Throwable> boolean open(RetryContext context, RetryCallback<T, E> callback) {
            record("open", context, null);
            return true;
        }

        @Override
        public <T, E extends Throwable> void onSuccess(RetryContext context, RetryCallback<T, E> callback, T result) {
            record("success " + result, context, null);
        }

        @Override
        public <T, E extends Throwable> void onError(
                RetryContext context, RetryCallback<T, E> callback, Throwable failure) {
            record("error", context, failure);
        }

        @Override
        public <T, E extends Throwable> void close(
                RetryContext context, RetryCallback<T, E> callback, Throwable failure) {
            record("close", context, failure);
        }

        private void record(String event, RetryContext context, Throwable failure) {
            events.add(name + " " + event + " " + context.getRetryCount()
                    + (failure == null ? "" : " " + failure.getMessage()));
        }
    }

    /** Those of single annotations are prototypes: spring-retry uses all singletons for all calls. */
    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        @Bean
        Events events() {
            return new Events(new ArrayList<>());
        }

        @Bean
        RetryListener second(Events events) {
            return new Recording("second", 2, events.all());
        }

        @Bean
        RetryListener first(Events events) {
            return new Recording("first", 1, events.all());
        }

        @Bean
        @Scope("prototype")
        RetryListener special(Events events) {
            return new Recording("special", 0, events.all());
        }

        @Bean
        @Scope("prototype")
        RetryListener vetoing() {
            return new Acting(false, context -> {});
        }

        @Bean
        @Scope("prototype")
        RetryListener ending() {
            return new Acting(true, RetryContext::setExhaustedOnly);
        }

        @Bean
        @Scope("prototype")
        RetryListener replacing() {
            return new Acting(true, context -> {
                throw new UnsupportedOperationException("by the listener");
            });
        }
    }

    /** Lets calls begin or not, and acts on failures. */
    record Acting(boolean opens, Consumer<RetryContext> action) implements RetryListener {

        @Override
        public <T, E extends Throwable> boolean open(RetryContext context, RetryCallback<T, E> callback) {
            return opens;
        }

        @Override
        public <T, E extends Throwable> void onError(
                RetryContext context, RetryCallback<T, E> callback, Throwable failure) {
            action.accept(context);
        }
    }

    static class Service {

        @Retryable
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Retryable(listeners = "special")
        Object oneListener(Script script) throws Exception {
            return script.run();
        }

        @Retryable(listeners = {"special", "first"})
        Object twoListeners(Script script) throws Exception {
            return script.run();
        }

        @Retryable(listeners = "")
        Object noListener(Script script) throws Exception {
            return script.run();
        }

        @Retryable(listeners = "vetoing")
        Object vetoed(Script script) throws Exception {
            return script.run();
        }

        @Retryable(listeners = "ending")
        Object ended(Script script) throws Exception {
            return script.run();
        }

        @Retryable(listeners = "replacing")
        Object replaced(Script script) throws Exception {
            return script.run();
        }
    }

    static class RecoveringService {

        @Retryable(maxAttempts = 2, listeners = "special")
        int call(Script script) throws Exception {
            return (Integer) script.run();
        }

        @Recover
        int recover(Script script) {
            return 7;
        }
    }
}
