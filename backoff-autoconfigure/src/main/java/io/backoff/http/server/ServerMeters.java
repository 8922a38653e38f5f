package io.backoff.http.server;

/** Counts rejections by their advice. */
interface ServerMeters {

    /** Counts nothing. */
    ServerMeters NONE = advice -> {};

    void rejected(RetryAdvice advice);
}
