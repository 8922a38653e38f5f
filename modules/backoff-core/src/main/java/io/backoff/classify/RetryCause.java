package io.backoff.classify;

import java.util.Locale;

/** The reason for a retry, coarse enough to be a metric tag. */
public enum RetryCause {
    /** An input/output failure that is not a timeout. */
    IO,
    /** Something took too long. */
    TIMEOUT,
    /** An HTTP status from 500 to 599. */
    HTTP_5XX,
    /** HTTP status 429, or RESOURCE_EXHAUSTED of gRPC. */
    THROTTLED,
    /** The callee is overloaded but allows a retry. */
    OVERLOADED,
    /** A failure of a database that is not a timeout. */
    DB,
    /** Another status of gRPC. */
    GRPC,
    /** The result called for a retry. */
    RESULT,
    /** Any other failure. */
    OTHER;

    private final String tag = name().toLowerCase(Locale.ROOT);

    /** The value of the {@code cause} tag, for example {@code http_5xx}. */
    public String tag() {
        return tag;
    }

    /** Whether the callee asks its callers to slow down. */
    public boolean asksToSlowDown() {
        return this == THROTTLED || this == OVERLOADED;
    }
}
