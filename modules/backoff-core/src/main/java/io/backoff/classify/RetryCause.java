package io.backoff.classify;

import java.util.Locale;

/**
 * The reason for a retry, coarse enough to be a metric tag.
 *
 * @since 0.1.0
 */
public enum RetryCause {
    /** An I/O failure other than a timeout. */
    IO,
    /** A timeout. */
    TIMEOUT,
    /** An HTTP status from 500 to 599. */
    HTTP_5XX,
    /** HTTP status 429, or gRPC's RESOURCE_EXHAUSTED. */
    THROTTLED,
    /** The callee is overloaded but permits a retry. */
    OVERLOADED,
    /** A database failure other than a timeout. */
    DB,
    /** A gRPC failure other than a timeout or RESOURCE_EXHAUSTED. */
    GRPC,
    /** A result that requests a retry. */
    RESULT,
    /** Any other failure. */
    OTHER;

    private final String tag = name().toLowerCase(Locale.ROOT);

    /** {@return the value of the {@code cause} tag, for example {@code http_5xx}} */
    public String tag() {
        return tag;
    }

    /** {@return whether the callee asks its callers to slow down} */
    public boolean asksToSlowDown() {
        return this == THROTTLED || this == OVERLOADED;
    }
}
