package io.backoff.client;

/** The keys that calls of an HTTP service group can share retries by. */
public enum GroupKey {
    /** Host and port of the request. */
    HOST
}
