package io.backoff.messaging;

import io.backoff.RetryAfter;
import java.io.IOException;
import java.time.Duration;

/** Failures, chosen by the text of a message. */
public final class Failures {

    private Failures() {}

    /**
     * Throws the failure of that name; {@code third} fails until the third attempt, and {@code throttled PT5S} asks for
     * that delay.
     */
    public static void of(String message, int attempt) throws Exception {
        String[] words = message.split(" ");
        switch (words[0]) {
            case "poison" -> throw new IOException("the warehouse is closed");
            case "third" -> {
                if (attempt < 3) {
                    throw attempt == 1 ? new IOException("not yet") : new IllegalStateException("nor yet");
                }
            }
            case "invalid" -> throw new IllegalArgumentException("no such order");
            case "throttled" -> throw new Throttled(Duration.parse(words[1]));
            default -> {}
        }
    }

    private static final class Throttled extends RuntimeException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        private final Duration delay;

        Throttled(Duration delay) {
            this.delay = delay;
        }

        @Override
        public Duration retryAfter() {
            return delay;
        }
    }
}
