package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.backoff.BackOffInterruptedException;

/** How often spring-retry calls a method, after which failures and delays, and what callers get. */
class SpringRetriesTests extends SpringRetryBeans {

    private final Service service = get(Service.class);

    private final Words words = new Words();

    SpringRetriesTests(String mode) {
        super(mode, Service.class, Limits.class, Decider.class);
    }

    @ParameterizedTest
    @CsvSource({
        "limitedByBean, other, 4",
        "call,          error, 1",
        "call,          memory, 1",
        "errors,        error, 3",
        "errors,        memory, 3",
        "errors,        other, 1",
        "io,            unchecked, 3",
        "notIo,         down, 1",
        "notIo,         missing, 1",
        "notIo,         other, 3",
        "value,         down, 3",
        "value,         other, 1",
        "value,         missing, 1",
        "expression,    again, 3",
        "expression,    other, 1",
        "bean,          again, 3",
        "bean,          other, 1",
        "bean,          down2, 1"
    })
    void throwsTheFailureAsItIsAfter(String method, String failure, int attempts) {
        Script script = words.script(failure);
        assertThrows((Throwable) words.meaning(failure), () -> Words.call(service, method, script));
        assertThat(script.attempts()).isEqualTo(attempts);
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

    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 1000 1000"})
    void stopsWhenInterruptedWhileWaiting(int afterAttempt, String waits) {
        var script = Script.calling(() -> {
            if (delays().all().size() == afterAttempt - 1) {
                delays().interrupt();
            }
            throw new IllegalStateException();
        });
        var thrown = catchThrowable(() -> service.call(script));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown)
                .isExactlyInstanceOf(BackOffInterruptedException.class)
                .hasMessageStartingWith("Thread interrupted while sleeping")
                .cause()
                .isExactlyInstanceOf(InterruptedException.class)
                .hasMessage("while waiting");
        assertThat(script.attempts()).isEqualTo(afterAttempt);
        assertDelays(waits);
    }

    @Test
    void wrapsOtherThrowablesWhichAreRetried() {
        var failure = new OtherThrowable();
        var script = Script.of(failure);
        var thrown = catchThrowable(() -> service.throwables(script));
        assertThat(thrown).isExactlyInstanceOf(IllegalStateException.class).hasNoSuppressedExceptions();
        assertThat(thrown.getCause()).isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void failsWithAnExpressionThatFails() {
        var script = Script.of(new IllegalStateException((String) null));
        assertThat(catchThrowable(() -> service.expression(script)))
                .isInstanceOf(org.springframework.expression.spel.SpelEvaluationException.class);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "call, 1000 1000",
        "fixed, 250 250 250",
        "none, 1 1",
        "multiplied, 100 200 400 800",
        "capped, 100 300 500 500",
        "cappedByDefault, 20000 30000 30000",
        "expressions, 10 30 50",
    })
    void waitsForTheDelaysOfTheAnnotation(String method, String delays) throws Exception {
        Words.end(service, method, words.script("other"));
        assertDelays(delays);
    }

    @Test
    void startsAgainWithEachCall() {
        catchThrowable(() -> service.multiplied(words.script("other")));
        catchThrowable(() -> service.multiplied(words.script("other")));
        assertDelays(100L, 200L, 400L, 800L, 100L, 200L, 400L, 800L);
    }

    @Test
    void spreadsDelaysUpToTheNext() {
        catchThrowable(() -> service.random(words.script("other")));
        assertThat(delays().all()).hasSize(3);
        assertThat(delays().all().get(0)).isBetween(100L, 200L);
        assertThat(delays().all().get(1)).isBetween(200L, 400L);
        assertThat(delays().all().get(2)).isBetween(400L, 700L);
    }

    @Test
    void drawsDelaysBetweenDelayAndMaxDelay() {
        catchThrowable(() -> service.uniform(words.script("other")));
        assertThat(delays().all())
                .hasSize(99)
                .allSatisfy(delay -> assertThat(delay).isBetween(100L, 300L));
    }

    @Test
    void evaluatesExpressionsFromArguments() {
        catchThrowable(() -> service.fromArguments(Script.of(new IllegalStateException()), 40L));
        assertDelays(40L, 40L);
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

        @Retryable(maxAttemptsExpression = "#{@'springRetriesTests.Limits'.attempts()}")
        Object limitedByBean(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttemptsExpression = "args[1] ?: 1")
        Object limitedByArgument(Script script, int attempts) throws Exception {
            return script.run();
        }

        @Retryable(retryFor = Error.class)
        Object errors(Script script) throws Exception {
            return script.run();
        }

        @Retryable(retryFor = Throwable.class)
        Object throwables(Script script) throws Exception {
            return script.run();
        }

        @Retryable(retryFor = IOException.class)
        Object io(Script script) throws Exception {
            return script.run();
        }

        @Retryable(noRetryFor = IOException.class)
        Object notIo(Script script) throws Exception {
            return script.run();
        }

        @SuppressWarnings("deprecation")
        @Retryable(value = IOException.class, exclude = FileNotFoundException.class)
        Object value(Script script) throws Exception {
            return script.run();
        }

        @Retryable(exceptionExpression = "message.contains('again')")
        Object expression(Script script) throws Exception {
            return script.run();
        }

        @Retryable(
                retryFor = IllegalStateException.class,
                exceptionExpression = "@'springRetriesTests.Decider'.again(#root)")
        Object bean(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 4, backoff = @Backoff(250))
        Object fixed(Script script) throws Exception {
            return script.run();
        }

        @Retryable(backoff = @Backoff(0))
        Object none(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 5, backoff = @Backoff(delay = 100, multiplier = 2))
        Object multiplied(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 5, backoff = @Backoff(delay = 100, multiplier = 3, maxDelay = 500))
        Object capped(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 4, backoff = @Backoff(delay = 20_000, multiplier = 2))
        Object cappedByDefault(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 4, backoff = @Backoff(delay = 100, multiplier = 2, maxDelay = 700, random = true))
        Object random(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 100, backoff = @Backoff(delay = 100, maxDelay = 300))
        Object uniform(Script script) throws Exception {
            return script.run();
        }

        @Retryable(
                maxAttempts = 4,
                backoff =
                        @Backoff(
                                delayExpression = "#{5 * 2}",
                                multiplierExpression = "#{3}",
                                maxDelayExpression = "${no.such.property:50}"))
        Object expressions(Script script) throws Exception {
            return script.run();
        }

        @Retryable(backoff = @Backoff(delayExpression = "args[1]"))
        Object fromArguments(Script script, long delay) throws Exception {
            return script.run();
        }
    }

    static class OtherThrowable extends Throwable {

        private static final long serialVersionUID = 1;
    }

    static class Decider {

        public boolean again(Throwable failure) {
            return failure.getMessage().contains("again");
        }
    }
}
