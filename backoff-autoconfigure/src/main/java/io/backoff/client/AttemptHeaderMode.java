package io.backoff.client;

/** Which requests carry the {@code Retry-Attempt} header. */
public enum AttemptHeaderMode {
    /** Only requests of second and later attempts. */
    RETRIES,

    /** Requests of first attempts too, so that their deadline reaches the server. */
    ALWAYS,

    /** No requests. */
    NEVER
}
