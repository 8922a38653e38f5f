package io.backoff.amqp;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.retry.MessageBatchRecoverer;
import org.springframework.amqp.rabbit.retry.MessageRecoverer;

/**
 * Decides what becomes of a message that a listener has not processed.
 *
 * @param recoverer gets the messages that are given up
 */
record Recovery(Supplier<MessageRecoverer> recoverer) {

    /** Gives a message, or a batch, up. Returns if it has found another place, so that it can be acknowledged. */
    @Nullable
    Object recover(@Nullable Object data, Throwable failure) throws Throwable {
        if (FailureKinds.isForContainer(failure)) {
            throw failure;
        }
        if (data instanceof List<?> batch) {
            recoverAll(batch.stream().map(Message.class::cast).toList(), failure);
        } else if (data instanceof Message message) {
            recoverer.get().recover(message, failure);
        }
        return null;
    }

    private void recoverAll(List<Message> batch, Throwable failure) {
        MessageRecoverer known = recoverer.get();
        if (known instanceof MessageBatchRecoverer ofBatches) {
            ofBatches.recover(batch, failure);
        } else {
            batch.forEach(each -> known.recover(each, failure));
        }
    }

    /** Gives a message back to the broker, because the application stops. */
    @Nullable
    Object requeue(Throwable failure) {
        throw new ImmediateRequeueAmqpException("The application stops before the message is processed", failure);
    }
}
