package io.backoff.client;

/** Which requests carry the {@code Retry-Attempt} header. */
public enum AttemptHeaderMode {
    /** Those of second and later attempts. */
    RETRIES,

    /** First attempts too, so that a server knows how long its caller waits. */
    ALWAYS,

    /** None. */
    NEVER
}
