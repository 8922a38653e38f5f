package io.backoff.engine;

/**
 * How deadlines propagate to guarded calls, which always end with their own {@code max-elapsed} too.
 *
 * @since 0.1.0
 */
public enum Deadlines {
    /** A call inherits the deadline of the enclosing call, attempt or request. After that, its result has no use. */
    INHERIT,

    /** A call ignores the deadlines of enclosing calls and requests. */
    INDEPENDENT
}
