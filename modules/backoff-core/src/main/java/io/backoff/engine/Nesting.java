package io.backoff.engine;

/**
 * The behavior of a guarded call nested in another one.
 *
 * @since 0.1.0
 */
public enum Nesting {
    /** A nested call makes one attempt while the enclosing call is retrying, so that attempts do not multiply. */
    CHAIN_STOP,
    /** A nested call retries as if it were not nested. */
    INDEPENDENT
}
