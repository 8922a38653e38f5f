package io.backoff.adopt.springretry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.backoff.BackOffInterruptedException;

/** How many attempts a method has, what its callers get, and interrupts. */
class SpringRetriesAttemptsTests extends RetriedBeans {

    private final Service service = get(Service.class);

    SpringRetriesAttemptsTests(String mode) {
        super(mode, Service.class, Limits.class);
    }

    @Test
    void returnsTheResultOfTheFirstAttempt() throws Exception {
        var script = Script.of("result");
        assertThat(service.call(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void returnsTheResultOfTheSecondAttempt() throws Exception {
        var script = Script.of(new IllegalStateException("1"), "result");
        assertThat(service.call(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(2);
        assertDelays(1000L);
    }

    @Test
    void returnsTheResultOfTheLastAttempt() throws Exception {
        var script = Script.of(new IllegalStateException("1"), new IllegalStateException("2"), "result");
        assertThat(service.call(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(3);
        assertDelays(1000L, 1000L);
    }

    @Test
    void throwsTheLastOfThreeFailures() {
        var last = new IllegalStateException("3");
        var script = Script.of(new IllegalStateException("1"), new IllegalArgumentException("2"), last, "too late");
        assertThrows(last, () -> service.call(script));
        assertThat(script.attempts()).isEqualTo(3);
        assertDelays(1000L, 1000L);
    }

    @Test
    void callsOnceWithMaxAttemptsOfOne() {
        var failure = new IllegalStateException();
        var script = Script.of(failure);
        assertThrows(failure, () -> service.once(script));
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void callsTwiceWithMaxAttemptsOfTwo() {
        var failure = new IllegalStateException();
        var script = Script.of(failure);
        assertThrows(failure, () -> service.twice(script));
        assertThat(script.attempts()).isEqualTo(2);
        assertDelays(7L);
    }

    @Test
    void callsAThousandTimes() {
        var failure = new IllegalStateException();
        var script = Script.of(failure);
        assertThrows(failure, () -> service.thousandTimes(script));
        assertThat(script.attempts()).isEqualTo(1000);
        assertThat(delays().all())
                .isEqualTo(IntStream.range(1, 1000).mapToObj(i -> 1L).toList());
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
    void callsEachTimeAnew() {
        var script = Script.of(new IllegalStateException());
        for (int call = 1; call <= 3; call++) {
            catchThrowable(() -> service.call(script));
            assertThat(script.attempts()).isEqualTo(3 * call);
        }
    }

    @Test
    void acceptsNull() throws Exception {
        var script = Script.calling(() -> null);
        assertThat(service.call(script)).isNull();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void retriesVoidMethods() throws Exception {
        var script = Script.of(new IllegalStateException(), "ignored");
        service.act(script);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void retriesMethodsWithPrimitives() throws Exception {
        var script = Script.of(new IllegalStateException(), 42);
        assertThat(service.count(script)).isEqualTo(42);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void passesTheSameArgumentsToEachAttempt() {
        var arguments = new Object[] {"a", null, 3};
        var seen = new ArrayList<Object[]>();
        catchThrowable(() -> service.withArguments(seen, arguments));
        assertThat(seen).hasSize(3).allMatch(each -> each == arguments);
    }

    @Test
    void retriesAfterAnInterruptedException() throws Exception {
        var script = Script.of(new InterruptedException(), "result");
        assertThat(service.call(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(Thread.interrupted()).isFalse();
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

        @Retryable(maxAttempts = 1)
        Object once(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 2, backoff = @Backoff(7))
        Object twice(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 1000, backoff = @Backoff(0))
        Object thousandTimes(Script script) throws Exception {
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

        @Retryable
        void act(Script script) throws Exception {
            script.run();
        }

        @Retryable
        int count(Script script) throws Exception {
            return (Integer) script.run();
        }

        @Retryable
        void withArguments(List<Object[]> seen, Object[] arguments) {
            seen.add(arguments);
            throw new IllegalStateException();
        }
    }
}
