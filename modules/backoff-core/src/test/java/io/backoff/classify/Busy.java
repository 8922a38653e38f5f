package io.backoff.classify;

import io.backoff.RetryAfter;
import java.time.Duration;

/** A failure whose callee knows when a retry makes sense. */
public final class Busy extends RuntimeException implements RetryAfter {

    private static final long serialVersionUID = 1L;

    private final Duration hint;

    public Busy(Duration hint) {
        super("busy");
        this.hint = hint;
    }

    @Override
    public Duration retryAfter() {
        return hint;
    }
}
