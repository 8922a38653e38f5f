package io.backoff.engine;

/** What a guarded call does inside another one. */
public enum Nesting {
    /** Makes one attempt while the call around it is retrying, so that layers do not multiply their attempts. */
    CHAIN_STOP,
    /** Retries as if it were alone. */
    INDEPENDENT
}
