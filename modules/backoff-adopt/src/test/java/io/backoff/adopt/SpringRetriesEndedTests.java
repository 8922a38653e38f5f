package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.retry.support.RetrySynchronizationManager.getContext;

import io.backoff.testkit.Script;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.springframework.retry.ExhaustedRetryException;
import org.springframework.retry.RetryContext;
import org.springframework.retry.annotation.CircuitBreaker;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;

/** Calls that an attempt ends with {@code setExhaustedOnly()}. */
class SpringRetriesEndedTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final RecoveringService recovering = get(RecoveringService.class);
    private final IllegalStateException failure = new IllegalStateException("failure");

    /** Ends the call, and fails. */
    private final Callable<Object> ending = () -> {
        getContext().setExhaustedOnly();
        throw failure;
    };

    SpringRetriesEndedTests(String mode) {
        super(mode, Service.class, RecoveringService.class);
    }

    @Test
    void endsWithoutFurtherDelayInTheFirstAttempt() {
        var script = Script.calling(ending, () -> "result");
        assertThrows(failure, () -> service.stateless(script));
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void endsWithoutFurtherDelayInALaterAttempt() {
        Callable<Object> failing = () -> {
            throw new IllegalArgumentException("1");
        };
        var script = Script.calling(failing, ending, () -> "result");
        assertThrows(failure, () -> service.stateless(script));
        assertThat(script.attempts()).isEqualTo(2);
        assertDelays(1000L);
    }

    @Test
    void recoversImmediately() throws Exception {
        var script = Script.calling(ending);
        assertThat(recovering.stateless(script)).isEqualTo("recovered from failure");
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void returnsTheResultOfTheAttemptThatEndsTheCall() throws Exception {
        var script = Script.calling(() -> {
            getContext().setExhaustedOnly();
            return "result";
        });
        assertThat(service.stateless(script)).isEqualTo("result");
    }

    @Test
    void doesNotEndTheNextCall() {
        var script = Script.calling(ending, () -> "result");
        catchThrowable(() -> service.stateless(script));
        assertThat(catchThrowable(() -> service.stateless(script))).isNull();
    }

    @Test
    void endsTheInnerCallOnly() {
        var inner = Script.calling(ending);
        assertThrows(failure, () -> service.stateless(Script.calling(() -> service.inner(inner))));
        assertThat(inner.attempts()).isEqualTo(3);
        assertDelays(1000L, 1000L);
    }

    @Test
    void endsAStatefulCallInItsNextInvocation() {
        var script = Script.calling(ending);
        assertThrows(failure, () -> service.stateful(script));
        assertDelays();
        var thrown = catchThrowable(() -> service.stateful(script));
        assertThat(thrown).isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(thrown.getCause()).isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void recoversAStatefulCallInItsNextInvocation() throws Exception {
        var script = Script.calling(ending);
        assertThrows(failure, () -> recovering.stateful(script));
        assertThat(recovering.stateful(script)).isEqualTo("recovered from failure");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void marksTheContextAsExhausted() throws Exception {
        var context = new RetryContext[1];
        recovering.stateless(Script.calling(() -> {
            context[0] = getContext();
            return ending.call();
        }));
        assertThat(context[0].isExhaustedOnly()).isTrue();
        assertThat(context[0].getAttribute(RetryContext.EXHAUSTED)).isEqualTo(true);
        assertThat(context[0].getAttribute(RetryContext.RECOVERED)).isEqualTo(true);
        assertThat(context[0].getAttribute(RetryContext.CLOSED)).isEqualTo(true);
    }

    @Test
    void keepsACircuitFromBeingTriedAgain() {
        var script = Script.calling(ending);
        for (int call = 1; call <= 3; call++) {
            var thrown = catchThrowable(() -> service.circuit(script));
            assertThat(thrown).isExactlyInstanceOf(ExhaustedRetryException.class);
            assertThat(thrown.getCause()).isSameAs(failure);
        }
        assertThat(script.attempts()).isEqualTo(1);
    }

    static class Service {

        @Retryable
        Object stateless(Script script) throws Exception {
            return script.run();
        }

        @Retryable
        Object inner(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true)
        Object stateful(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker(maxAttempts = 9, openTimeout = 600_000, resetTimeout = 600_000)
        Object circuit(Script script) throws Exception {
            return script.run();
        }
    }

    static class RecoveringService {

        @Retryable
        Object stateless(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true)
        Object stateful(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object recover(Exception failure, Script script) {
            return "recovered from " + failure.getMessage();
        }
    }
}
