package io.backoff.classify;

import io.backoff.RetryAfter;
import java.time.Duration;

/** A failure whose callee knows when a retry makes sense. */
public final class Busy extends RuntimeException implements RetryAfter {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    public Busy(Duration retryAfter) {
        super("busy");
        this.retryAfter = retryAfter;
    }

    @Override
    public Duration retryAfter() {
        return retryAfter;
    }
}
