package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.retry.support.RetrySynchronizationManager.getContext;

import io.backoff.testkit.Script;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.retry.ExhaustedRetryException;
import org.springframework.retry.RetryContext;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.backoff.BackOffInterruptedException;

/** Stateful methods: their callers repeat the call. */
class SpringRetriesStatefulTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final IllegalStateException failure = new IllegalStateException("failure");

    SpringRetriesStatefulTests(String mode) {
        super(mode, Service.class, RecoveringService.class);
    }

    @Test
    void failsOncePerAttemptUntilExhausted() {
        var second = new IllegalStateException("2");
        var third = new IllegalStateException("3");
        var script = Script.of(failure, second, third, "too late");
        assertThrows(failure, () -> service.call(script));
        assertThrows(second, () -> service.call(script));
        assertThrows(third, () -> service.call(script));
        assertThat(script.attempts()).isEqualTo(3);
        assertExhausted(third, script);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void waitsBeforeItFailsUnlessItIsTheLastAttempt() {
        var script = Script.of(failure);
        catchThrowable(() -> service.call(script));
        assertDelays(10L);
        catchThrowable(() -> service.call(script));
        assertDelays(10L, 20L);
        catchThrowable(() -> service.call(script));
        catchThrowable(() -> service.call(script));
        assertDelays(10L, 20L);
    }

    @Test
    void startsAnewAfterItsEnd() {
        var script = Script.of(failure);
        for (int call = 1; call <= 4; call++) {
            catchThrowable(() -> service.call(script));
        }
        assertThat(script.attempts()).isEqualTo(3);
        assertThrows(failure, () -> service.call(script));
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void startsAnewAfterASuccess() throws Exception {
        var script = Script.of(failure, failure, "result", failure);
        catchThrowable(() -> service.call(script));
        catchThrowable(() -> service.call(script));
        assertThat(service.call(script)).isEqualTo("result");
        for (int call = 1; call <= 3; call++) {
            assertThrows(failure, () -> service.call(script));
        }
        assertThat(script.attempts()).isEqualTo(6);
        assertExhausted(failure, script);
    }

    @Test
    void countsEachArgumentByItself() {
        var one = Script.of(failure);
        var other = Script.of(failure);
        for (int call = 1; call <= 3; call++) {
            catchThrowable(() -> service.call(one));
        }
        assertThrows(failure, () -> service.call(other));
        assertThat(other.attempts()).isEqualTo(1);
    }

    @Test
    void isExhaustedByAnExceptionThatIsNotRetried() {
        var notRetried = new IOException();
        var script = Script.of(notRetried);
        assertThrows(notRetried, () -> service.onlyState(script));
        assertThat(catchThrowable(() -> service.onlyState(script)))
                .isExactlyInstanceOf(ExhaustedRetryException.class)
                .hasCause(notRetried);
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void recoversInTheCallAfterTheLastAttempt() throws Exception {
        var recovering = get(RecoveringService.class);
        var script = Script.of(failure);
        assertThrows(failure, () -> recovering.call(script));
        assertThrows(failure, () -> recovering.call(script));
        assertThat(recovering.call(script)).isEqualTo("recovered from failure");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void sharesStateByLabelAndArgument() {
        var script = Script.of(failure);
        catchThrowable(() -> service.labelled(script));
        catchThrowable(() -> service.labelledToo(script));
        assertThat(catchThrowable(() -> service.labelled(script))).isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void isRecognizedByItsContext() {
        var keys = new ArrayList<>();
        var counts = new ArrayList<Integer>();
        var failures = new ArrayList<Throwable>();
        var script = Script.calling(() -> {
            keys.add(getContext().getAttribute(RetryContext.STATE_KEY));
            assertThat(getContext().hasAttribute("state.global")).isFalse();
            counts.add(getContext().getRetryCount());
            failures.add(getContext().getLastThrowable());
            throw failure;
        });
        catchThrowable(() -> service.labelled(script));
        catchThrowable(() -> service.labelled(script));
        assertThat(keys).containsExactly(List.of("label", script), List.of("label", script));
        assertThat(counts).containsExactly(0, 1);
        assertThat(failures).containsExactly(null, failure);
    }

    @Test
    void failsIfInterruptedWhileWaiting() {
        delays().interrupt();
        var script = Script.of(failure);
        var thrown = catchThrowable(() -> service.call(script));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown).isExactlyInstanceOf(BackOffInterruptedException.class);
        delays().reset();
        assertThrows(failure, () -> service.call(script));
        assertThat(script.attempts()).isEqualTo(2);
    }

    private void assertExhausted(Throwable last, Script script) {
        var thrown = catchThrowable(() -> service.call(script));
        assertThat(thrown)
                .isExactlyInstanceOf(ExhaustedRetryException.class)
                .hasMessageStartingWith("Retry exhausted after last attempt with no recovery path");
        assertThat(thrown.getCause()).isSameAs(last);
    }

    static class Service {

        @Retryable(stateful = true, backoff = @Backoff(delay = 10, multiplier = 2))
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true, retryFor = IllegalStateException.class)
        Object onlyState(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true, maxAttempts = 2, label = "label")
        Object labelled(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true, maxAttempts = 2, label = "label")
        Object labelledToo(Script script) throws Exception {
            return script.run();
        }
    }

    static class RecoveringService {

        @Retryable(stateful = true, maxAttempts = 2)
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object recover(IllegalStateException failure, Script script) {
            return "recovered from " + failure.getMessage();
        }
    }
}
