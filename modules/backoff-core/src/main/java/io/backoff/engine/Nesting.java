package io.backoff.engine;

/** How a guarded call behaves inside another one. */
public enum Nesting {
    /** Makes one attempt while the enclosing call is retrying, so that nested calls do not multiply their attempts. */
    CHAIN_STOP,
    /** Retries as if it were not nested. */
    INDEPENDENT
}
