package io.backoff.engine;

/** When the time of a guarded call ends, apart from its own {@code max-elapsed}. */
public enum Deadlines {
    /** With the call, the attempt or the request that it is made in: afterwards, nobody waits for its result. */
    INHERIT,

    /** Never: each call has its own time. */
    INDEPENDENT
}
