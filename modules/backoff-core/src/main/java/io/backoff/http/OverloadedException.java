package io.backoff.http;

import io.backoff.RetryAfter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by an overloaded application to reject a request:
 *
 * <pre>{@code
 * if (!queue.offer(order)) {
 *     throw new OverloadedException("queue full", Duration.ofSeconds(2));
 * }
 * }</pre>
 *
 * <p>The response has status 503, or {@code UNAVAILABLE} over gRPC, and tells the caller whether to retry. It forbids
 * retries while the share of retries among recent requests, or the share of rejections, has reached its threshold.
 *
 * @since 0.1.0
 */
public class OverloadedException extends RuntimeException implements RetryAfter {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /** Creates an exception with a default message and no Retry-After. */
    public OverloadedException() {
        this("Overloaded");
    }

    /**
     * Creates an exception without a Retry-After.
     *
     * @param message for logs; not sent to the caller
     */
    public OverloadedException(String message) {
        this(message, Duration.ZERO);
    }

    /**
     * Creates an exception with a Retry-After.
     *
     * @param message for logs; not sent to the caller
     * @param retryAfter the minimum delay before a retry; zero for none
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
