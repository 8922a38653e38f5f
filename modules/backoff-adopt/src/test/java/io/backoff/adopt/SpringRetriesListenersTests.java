package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
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

    SpringRetriesListenersTests(String mode) {
        super(mode, Listeners.class, Service.class, RecoveringService.class);
    }

    @BeforeEach
    void forgetEvents() {
        events.clear();
    }

    @Test
    void areOpenedInOrderAndClosedInReverse() throws Exception {
        service.call(Script.of("result"));
        assertThat(events)
                .containsExactly(
                        "first open 0",
                        "second open 0",
                        "second success result 0",
                        "first success result 0",
                        "second close 0",
                        "first close 0");
    }

    @Test
    void hearOfEachFailure() throws Exception {
        service.call(Script.of(new IllegalStateException("a"), new IllegalStateException("b"), "result"));
        assertThat(events)
                .containsExactly(
                        "first open 0",
                        "second open 0",
                        "second error 1 a",
                        "first error 1 a",
                        "second error 2 b",
                        "first error 2 b",
                        "second success result 2",
                        "first success result 2",
                        "second close 2",
                        "first close 2");
    }

    @Test
    void hearOfTheLastFailureAtTheEnd() {
        catchThrowable(() -> service.oneListener(Script.of(new IllegalStateException("a"))));
        assertThat(events)
                .containsExactly(
                        "special open 0",
                        "special error 1 a",
                        "special error 2 a",
                        "special error 3 a",
                        "special close 3 a");
    }

    @Test
    void hearOfARecoveryAsAFailure() throws Exception {
        assertThat(get(RecoveringService.class).call(Script.of(new IllegalStateException("a"))))
                .isEqualTo(7);
        assertThat(events)
                .containsExactly("special open 0", "special error 1 a", "special error 2 a", "special close 2 a");
    }

    @Test
    void areReplacedByThoseOfTheAnnotation() throws Exception {
        service.twoListeners(Script.of("result"));
        assertThat(events)
                .containsExactly(
                        "special open 0",
                        "first open 0",
                        "first success result 0",
                        "special success result 0",
                        "first close 0",
                        "special close 0");
    }

    @Test
    void areSwitchedOffByTheAnnotation() throws Exception {
        service.noListener(Script.of("result"));
        assertThat(events).isEmpty();
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
        var failure = new IllegalStateException();
        var script = Script.of(failure);
        assertThrows(failure, () -> service.ended(script));
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void mayReplaceTheFailure() {
        var script = Script.of(new IllegalStateException());
        assertThat(catchThrowable(() -> service.replaced(script)))
                .isExactlyInstanceOf(UnsupportedOperationException.class)
                .hasMessage("by the listener");
        assertThat(script.attempts()).isEqualTo(1);
    }

    record Events(List<String> all) {}

    /** Those of single annotations are prototypes: spring-retry uses all singletons for all calls. */
    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        @Bean
        Events events() {
            return new Events(new ArrayList<>());
        }

        @Bean
        RetryListener second(Events events) {
            return new RecordingRetryListener("second", 2, events.all());
        }

        @Bean
        RetryListener first(Events events) {
            return new RecordingRetryListener("first", 1, events.all());
        }

        @Bean
        @Scope("prototype")
        RetryListener special(Events events) {
            return new RecordingRetryListener("special", 0, events.all());
        }

        @Bean
        @Scope("prototype")
        RetryListener vetoing() {
            return new RetryListener() {
                @Override
                public <T, E extends Throwable> boolean open(RetryContext context, RetryCallback<T, E> callback) {
                    return false;
                }
            };
        }

        @Bean
        @Scope("prototype")
        RetryListener ending() {
            return new RetryListener() {
                @Override
                public <T, E extends Throwable> void onError(
                        RetryContext context, RetryCallback<T, E> callback, Throwable failure) {
                    context.setExhaustedOnly();
                }
            };
        }

        @Bean
        @Scope("prototype")
        RetryListener replacing() {
            return new RetryListener() {
                @Override
                public <T, E extends Throwable> void onError(
                        RetryContext context, RetryCallback<T, E> callback, Throwable failure) {
                    throw new UnsupportedOperationException("by the listener");
                }
            };
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
