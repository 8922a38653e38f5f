package io.backoff.client;

/** The requests that carry the {@code Retry-Attempt} header. */
public enum AttemptHeaderMode {
    /** Only requests of second and later attempts. */
    RETRIES,

    /** Requests of all attempts, so that the deadline of first attempts reaches the server too. */
    ALWAYS,

    /** No requests. */
    NEVER
}
