package io.backoff.http;

import io.backoff.RetryAfter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by an application that cannot take a request because it is overloaded. The web layer answers 503, and tells the
 * caller whether a retry is welcome: not when much of the traffic is retries already.
 */
public class OverloadedException extends RuntimeException implements RetryAfter {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /** Without a word of explanation. */
    public OverloadedException() {
        this("Overloaded");
    }

    /**
     * With an explanation.
     *
     * @param message for logs; not sent to the caller
     */
    public OverloadedException(String message) {
        this(message, Duration.ZERO);
    }

    /**
     * With an explanation and a hint.
     *
     * @param message for logs; not sent to the caller
     * @param retryAfter shortest time after which a retry makes sense; zero for no hint
     */
    public OverloadedException(@Nullable String message, Duration retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    @Override
    public Duration retryAfter() {
        return retryAfter;
    }
}
