package io.backoff.server;

/** Counts rejections by their advice. */
public interface ServerMeters {

    /** Counts nothing. */
    ServerMeters NONE = advice -> {};

    /** Counts a rejection. */
    void rejected(RetryAdvice advice);
}
