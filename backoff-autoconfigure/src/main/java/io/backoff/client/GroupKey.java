package io.backoff.client;

/** The kind of key for calls of an HTTP service group. */
public enum GroupKey {
    /** The host and port of the request. */
    HOST
}
