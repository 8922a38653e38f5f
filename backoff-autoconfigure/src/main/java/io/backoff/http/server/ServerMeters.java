package io.backoff.http.server;

/** Counts what callers are told. */
interface ServerMeters {

    /** Counts nothing. */
    ServerMeters NONE = advice -> {};

    void rejected(RetryAdvice advice);
}
