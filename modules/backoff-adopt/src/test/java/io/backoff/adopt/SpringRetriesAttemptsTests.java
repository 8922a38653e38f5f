package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import org.junit.jupiter.api.Test;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.backoff.BackOffInterruptedException;

/** How many attempts a method has, what its callers get, and interrupts. */
class SpringRetriesAttemptsTests extends SpringRetryBeans {

    private final Service service = get(Service.class);

    SpringRetriesAttemptsTests(String mode) {
        super(mode, Service.class, Limits.class);
    }

    @Test
    void readsMaxAttemptsFromABean() {
        var script = Script.of(new IllegalStateException());
        catchThrowable(() -> service.limitedByBean(script));
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void readsMaxAttemptsFromTheArguments() {
        var script = Script.of(new IllegalStateException());
        catchThrowable(() -> service.limitedByArgument(script, 5));
        assertThat(script.attempts()).isEqualTo(5);
        catchThrowable(() -> service.limitedByArgument(script, 2));
        assertThat(script.attempts()).isEqualTo(7);
    }

    @Test
    void retriesWhileTheInterruptFlagIsSet() throws Exception {
        var script = Script.calling(
                () -> {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException();
                },
                () -> Thread.currentThread().isInterrupted());
        assertThat(service.call(script)).isEqualTo(true);
        assertThat(Thread.interrupted()).isTrue();
        assertDelays(1000L);
    }

    @Test
    void stopsWhenInterruptedWhileWaiting() {
        delays().interrupt();
        var script = Script.of(new IllegalStateException(), "result");
        var thrown = catchThrowable(() -> service.call(script));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown)
                .isExactlyInstanceOf(BackOffInterruptedException.class)
                .hasMessageStartingWith("Thread interrupted while sleeping")
                .cause()
                .isExactlyInstanceOf(InterruptedException.class)
                .hasMessage("while waiting");
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays(1000L);
    }

    @Test
    void stopsWhenInterruptedWhileWaitingForTheLastAttempt() {
        var script = Script.calling(
                () -> {
                    throw new IllegalStateException("1");
                },
                () -> {
                    delays().interrupt();
                    throw new IllegalStateException("2");
                });
        var thrown = catchThrowable(() -> service.call(script));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown).isExactlyInstanceOf(BackOffInterruptedException.class);
        assertThat(script.attempts()).isEqualTo(2);
        assertDelays(1000L, 1000L);
    }

    static class Limits {

        public int attempts() {
            return 4;
        }
    }

    static class Service {

        @Retryable
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttemptsExpression = "#{@'springRetriesAttemptsTests.Limits'.attempts()}")
        Object limitedByBean(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttemptsExpression = "args[1] ?: 1")
        Object limitedByArgument(Script script, int attempts) throws Exception {
            return script.run();
        }
    }
}
