package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.springframework.retry.annotation.Retryable;

/** Which exceptions are retried, and that they reach callers as they were thrown. */
class SpringRetriesExceptionsTests extends SpringRetryBeans {

    private final Service service = get(Service.class);

    SpringRetriesExceptionsTests(String mode) {
        super(mode, Service.class, Decider.class);
    }

    @Test
    void doesNotRetryErrorsByDefault() {
        assertAttempts(1, new AssertionError("error"), service::call);
        assertAttempts(1, new OutOfMemoryError("error"), service::call);
    }

    @Test
    void retriesNamedErrors() {
        assertAttempts(3, new AssertionError("error"), service::errors);
        assertAttempts(3, new OutOfMemoryError("error"), service::errors);
        assertAttempts(1, new IllegalStateException(), service::errors);
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
    void retriesTheNamedExceptionAsACause() {
        assertAttempts(3, new UncheckedIOException(new IOException()), service::io);
    }

    @Test
    void doesNotRetryExcludedExceptions() {
        assertAttempts(1, new IOException(), service::notIo);
        assertAttempts(1, new FileNotFoundException(), service::notIo);
        assertAttempts(3, new IllegalStateException(), service::notIo);
    }

    @Test
    @SuppressWarnings("deprecation")
    void understandsDeprecatedAttributes() {
        assertAttempts(3, new IOException(), service::value);
        assertAttempts(1, new IllegalStateException(), service::value);
        assertAttempts(1, new FileNotFoundException(), service::value);
    }

    @Test
    void asksAnExpression() {
        assertAttempts(3, new IllegalStateException("try again"), service::expression);
        assertAttempts(1, new IllegalStateException("give up"), service::expression);
    }

    @Test
    void asksABean() {
        assertAttempts(3, new IllegalStateException("try again"), service::bean);
        assertAttempts(1, new IllegalStateException("give up"), service::bean);
        assertAttempts(1, new IOException("try again"), service::bean);
    }

    @Test
    void failsWithAnExpressionThatFails() {
        var script = Script.of(new IllegalStateException((String) null));
        assertThat(catchThrowable(() -> service.expression(script)))
                .isInstanceOf(org.springframework.expression.spel.SpelEvaluationException.class);
        assertThat(script.attempts()).isEqualTo(1);
    }

    private void assertAttempts(int attempts, Throwable failure, Call call) {
        var script = Script.of(failure);
        assertThrows(failure, () -> call.with(script));
        assertThat(script.attempts()).isEqualTo(attempts);
    }

    interface Call {

        Object with(Script script) throws Exception;
    }

    static class OtherThrowable extends Throwable {

        private static final long serialVersionUID = 1;
    }

    static class Decider {

        public boolean again(Throwable failure) {
            return failure.getMessage().contains("again");
        }
    }

    static class Service {

        @Retryable
        Object call(Script script) throws Exception {
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
                exceptionExpression = "@'springRetriesExceptionsTests.Decider'.again(#root)")
        Object bean(Script script) throws Exception {
            return script.run();
        }
    }
}
