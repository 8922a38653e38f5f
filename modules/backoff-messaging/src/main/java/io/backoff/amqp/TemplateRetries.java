package io.backoff.amqp;

import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Guard;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.core.retry.Retryable;

/** The retries of a {@code RabbitTemplate} under a policy. */
final class TemplateRetries extends RetryTemplate {

    private final Supplier<Guard> guard;

    TemplateRetries(Supplier<Guard> guard) {
        this.guard = guard;
    }

    @Override
    public <R extends @Nullable Object> R execute(Retryable<R> operation) throws RetryException {
        try {
            return BlockingRunner.run(guard.get(), operation::execute);
        } catch (Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new RetryException("The operation of the template failed", failure);
        }
    }
}
