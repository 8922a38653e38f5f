package io.backoff.amqp;

import io.backoff.PermanentException;
import io.backoff.engine.Shutdown;
import io.backoff.engine.execution.Operation;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.util.List;
import java.util.Objects;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.aop.ProxyMethodInvocation;

/** The delivery of one message, or of one batch, to a listener. */
record Delivery(MethodInvocation invocation, Recovery recovery, Shutdown shutdown)
        implements Operation<@Nullable Object> {

    @Override
    public @Nullable Object invoke() throws Throwable {
        try {
            return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
        } catch (Exception failure) {
            throw FailureKinds.isFinal(failure) ? new PermanentException(failure) : failure;
        }
    }

    @Override
    public @Nullable String place() {
        return "queue " + queue();
    }

    private String queue() {
        Object data = invocation.getArguments()[1];
        Message message = (Message) (data instanceof List<?> batch ? batch.get(0) : data);
        return String.valueOf(
                Objects.requireNonNull(message).getMessageProperties().getConsumerQueue());
    }

    /** A listener returns nothing that could be judged: its result has been sent as a reply. */
    @Override
    public boolean rejects(@Nullable Object result, BackoffPolicy policy) {
        return false;
    }

    @Override
    public Fallback<@Nullable Object> fallbackAfter(StopReason stop) {
        return thrown -> {
            Throwable failure = Objects.requireNonNull(thrown, "A listener returns nothing that is rejected");
            Object data = invocation.getArguments()[1];
            boolean unfinished = stop == StopReason.ABORTED && isInterrupted(failure);
            return unfinished ? recovery.requeue(failure) : recovery.recover(data, failure);
        };
    }

    private boolean isInterrupted(Throwable failure) {
        return shutdown.underWay() || Thread.currentThread().isInterrupted() || FailureKinds.isInterruption(failure);
    }
}
