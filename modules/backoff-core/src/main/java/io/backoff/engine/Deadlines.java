package io.backoff.engine;

/**
 * How deadlines propagate to guarded calls. Each call also ends at its own {@code max-elapsed}.
 *
 * @since 0.1.0
 */
public enum Deadlines {
    /**
     * A call inherits the deadline of the enclosing call, attempt or request. Any work after that deadline is wasted.
     */
    INHERIT,

    /** A call ignores the deadlines of enclosing calls and requests. */
    INDEPENDENT
}
