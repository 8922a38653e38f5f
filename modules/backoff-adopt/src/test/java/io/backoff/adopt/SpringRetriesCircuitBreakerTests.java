package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.retry.support.RetrySynchronizationManager.getContext;

import io.backoff.testkit.Script;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.retry.ExhaustedRetryException;
import org.springframework.retry.RetryContext;
import org.springframework.retry.annotation.CircuitBreaker;
import org.springframework.retry.annotation.Recover;

/** Circuit breakers of spring-retry. Each test uses another. */
class SpringRetriesCircuitBreakerTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final IllegalStateException failure = new IllegalStateException("failure");

    SpringRetriesCircuitBreakerTests(String mode) {
        super(mode, Service.class, RecoveringService.class);
    }

    @Test
    void isNotAdopted() {
        assertThat(get(AdoptedMethods.class).all()).isEmpty();
    }

    @Test
    void callsOnceAndReturnsTheResult() throws Exception {
        var script = Script.of("result");
        assertThat(service.succeeding(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void wrapsEachFailure() {
        var script = Script.of(failure);
        assertExhausted(() -> service.wrapping(script));
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void opensAfterTheLastAttempt() {
        var script = Script.of(failure);
        for (int call = 1; call <= 4; call++) {
            assertExhausted(() -> service.opening(script));
        }
        assertThat(script.attempts()).isEqualTo(2);
        assertDelays();
    }

    @Test
    void throwsTheLastExceptionOnRequest() {
        var script = Script.of(failure);
        for (int call = 1; call <= 4; call++) {
            assertThrows(failure, () -> service.throwingLast(script));
        }
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void opensForAllArguments() {
        var one = Script.of(failure);
        var other = Script.of("result");
        catchThrowable(() -> service.shared(one));
        catchThrowable(() -> service.shared(one));
        assertExhausted(() -> service.shared(other));
        assertThat(other.attempts()).isZero();
    }

    @Test
    void recoversFromEachFailureAndWhileOpen() throws Exception {
        var recovering = get(RecoveringService.class);
        var script = Script.of(failure);
        for (int call = 1; call <= 4; call++) {
            assertThat(recovering.call(script)).isEqualTo("recovered");
        }
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void isRecognizedByItsContext() {
        var global = new ArrayList<>();
        var keys = new ArrayList<>();
        var counts = new ArrayList<Integer>();
        var script = Script.calling(() -> {
            global.add(getContext().getAttribute("state.global"));
            keys.add(getContext().getAttribute(RetryContext.STATE_KEY));
            counts.add(getContext().getRetryCount());
            throw failure;
        });
        catchThrowable(() -> service.labelled(script));
        catchThrowable(() -> service.labelled(script));
        assertThat(global).containsExactly(true, true);
        assertThat(keys).containsExactly(List.of("label", "circuit"), List.of("label", "circuit"));
        assertThat(counts).containsExactly(0, 1);
    }

    @Test
    void isOpenForGoodWhenEndedFromWithin() {
        var script = Script.calling(() -> {
            getContext().setExhaustedOnly();
            throw failure;
        });
        assertExhausted(() -> service.ended(script));
        assertExhausted(() -> service.ended(script));
        assertThat(script.attempts()).isEqualTo(1);
    }

    private void assertExhausted(ThrowingCallable call) {
        var thrown = catchThrowable(call);
        assertThat(thrown).isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(thrown.getCause()).isSameAs(failure);
    }

    static class Service {

        @CircuitBreaker(maxAttempts = 2)
        Object succeeding(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker(maxAttempts = 2)
        Object wrapping(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker(maxAttempts = 2, openTimeout = 600_000, resetTimeout = 600_000)
        Object opening(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker(
                maxAttempts = 2,
                openTimeout = 600_000,
                resetTimeout = 600_000,
                throwLastExceptionOnExhausted = true)
        Object throwingLast(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker(maxAttempts = 2, openTimeout = 600_000, resetTimeout = 600_000)
        Object shared(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker(maxAttempts = 3, openTimeout = 600_000, resetTimeout = 600_000, label = "label")
        Object labelled(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker(maxAttempts = 9, openTimeout = 600_000, resetTimeout = 600_000)
        Object ended(Script script) throws Exception {
            return script.run();
        }
    }

    static class RecoveringService {

        @CircuitBreaker(maxAttempts = 2, openTimeout = 600_000, resetTimeout = 600_000)
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object recover(IllegalStateException failure, Script script) {
            return "recovered";
        }
    }
}
