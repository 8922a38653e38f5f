package io.backoff.amqp;

import io.backoff.text.CauseChain;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.ImmediateAcknowledgeAmqpException;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.support.converter.MessageConversionException;
import org.springframework.messaging.handler.invocation.MethodArgumentResolutionException;

/** Recognizes exceptions that determine what happens to a message. */
final class FailureKinds {

    private FailureKinds() {}

    /**
     * Whether a failure must not be retried: the listener has decided what happens to the message, or every redelivery
     * would fail in the same way.
     */
    static boolean isFinal(Throwable failure) {
        return isForContainer(failure)
                || isRejection(failure)
                || CauseChain.any(
                        failure,
                        cause -> cause instanceof MessageConversionException
                                || cause instanceof org.springframework.messaging.converter.MessageConversionException
                                || cause instanceof MethodArgumentResolutionException);
    }

    /** Whether the listener requests a requeue, or an acknowledgement in spite of the failure. */
    static boolean isForContainer(Throwable failure) {
        return CauseChain.any(
                failure,
                cause -> cause instanceof ImmediateAcknowledgeAmqpException
                        || cause instanceof ImmediateRequeueAmqpException);
    }

    /** Whether the listener requests a rejection, so that the message is dead-lettered or dropped. */
    static boolean isRejection(Throwable failure) {
        return CauseChain.any(failure, AmqpRejectAndDontRequeueException.class::isInstance);
    }

    static boolean isInterruption(Throwable failure) {
        return CauseChain.any(failure, InterruptedException.class::isInstance);
    }
}
