package io.backoff.engine;

/** When the time of a guarded call ends, apart from its own {@code max-elapsed}. */
public enum Deadlines {
    /** With the enclosing call, attempt or request: afterwards, its result is of no use. */
    INHERIT,

    /** Never: each call has its own time. */
    INDEPENDENT
}
