package io.backoff.kafka;

import io.backoff.RetryAfter;
import java.io.IOException;
import java.time.Duration;
import org.springframework.messaging.converter.MessageConversionException;

/** Failures by the text of a message. */
final class Failures {

    private Failures() {}

    /** Throws the failure of that name; {@code third} fails until the third attempt. */
    static void of(String message, int attempt) throws Exception {
        switch (message.split(" ")[0]) {
            case "poison" -> throw new IOException("the warehouse is closed");
            case "third" -> {
                if (attempt < 3) {
                    throw attempt == 1 ? new IOException("not yet") : new IllegalStateException("nor yet");
                }
            }
            case "invalid" -> throw new IllegalArgumentException("no such order");
            case "unreadable" -> throw new MessageConversionException("not JSON");
            case "throttled" -> throw new Throttled();
            default -> {}
        }
    }

    static final class Throttled extends RuntimeException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return Duration.ofMillis(300);
        }
    }
}
