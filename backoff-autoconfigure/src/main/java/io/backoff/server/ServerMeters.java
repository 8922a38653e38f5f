package io.backoff.server;

/** Counts rejections by their advice. */
public interface ServerMeters {

    /** Meters without a metrics library: counts nothing. */
    ServerMeters NONE = advice -> {};

    /** Counts a rejection. */
    void rejected(RetryAdvice advice);
}
