package io.backoff.amqp;

import io.backoff.RetryAfter;
import java.io.IOException;
import java.time.Duration;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.ImmediateAcknowledgeAmqpException;
import org.springframework.amqp.support.converter.MessageConversionException;

/** Failures by the text of a message. */
final class Failures {

    private Failures() {}

    /** Throws the failure of that name; {@code third} fails until the third attempt. */
    static void of(String message, int attempt) throws Exception {
        switch (message.split(" ")[0]) {
            case "poison" -> throw new IOException("the warehouse is closed");
            case "third" -> {
                if (attempt < 3) {
                    throw new IOException("not yet");
                }
            }
            case "invalid" -> throw new IllegalArgumentException("no such order");
            case "rejected" -> throw new AmqpRejectAndDontRequeueException("not for us");
            case "unreadable" -> throw new MessageConversionException("not JSON");
            case "acknowledged" -> throw new ImmediateAcknowledgeAmqpException("forget it");
            case "throttled" -> throw new Throttled();
            default -> {}
        }
    }

    static final class Throttled extends RuntimeException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return Duration.ofSeconds(5);
        }
    }
}
