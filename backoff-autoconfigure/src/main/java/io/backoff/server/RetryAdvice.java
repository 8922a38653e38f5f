package io.backoff.server;

import java.util.Locale;

/** Whether a rejected caller may retry. */
public enum RetryAdvice {
    /** A retry is welcome after a delay. */
    RETRYABLE,
    /** No retry is welcome: it would only add to the load. */
    NO_RETRY;

    /** Returns the value of the tag {@code verdict}. */
    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
