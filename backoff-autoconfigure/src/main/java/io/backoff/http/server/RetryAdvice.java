package io.backoff.http.server;

import java.util.Locale;

/** What a rejected caller is told about another attempt. */
enum RetryAdvice {
    /** Welcome, after a while. */
    RETRYABLE,
    /** Not welcome: it would only add to the load. */
    NO_RETRY;

    /** Value of the tag {@code verdict}. */
    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
