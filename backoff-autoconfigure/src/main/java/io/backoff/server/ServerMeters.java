package io.backoff.server;

/** Counts rejections by advice. */
public interface ServerMeters {

    /** Counts nothing, for applications without a metrics library. */
    ServerMeters NONE = advice -> {};

    /** Counts a rejection. */
    void rejected(RetryAdvice advice);
}
