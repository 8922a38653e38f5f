package io.backoff.autoconfigure;

/** What a guarded call does inside another one. */
public enum NestedCalls {
    /** Makes one attempt while the call around it is retrying. */
    CHAIN_STOP,
    /** Retries as if it were alone. */
    INDEPENDENT
}
