package io.backoff.server;

/** Counts rejected requests, separately for each {@link RetryAdvice}. */
public interface ServerMeters {

    /** Counts nothing, for applications without a metrics library. */
    ServerMeters NONE = advice -> {};

    /** Counts a rejection. */
    void rejected(RetryAdvice advice);
}
