package io.backoff.server;

import java.util.Locale;

/** The advice to a rejected caller: whether it may retry. */
public enum RetryAdvice {
    /** A retry is welcome after a delay. */
    RETRYABLE,
    /** Retries are forbidden, because they would only add to the load. */
    NO_RETRY;

    /** Returns the value of the tag {@code verdict}. */
    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
