package io.backoff.policy;

import java.util.Locale;

/**
 * The outcome of a call. Every call has exactly one.
 *
 * @since 0.1.0
 */
public enum Outcome {
    /** The first attempt succeeded. */
    SUCCESS,
    /** A retry succeeded. */
    RECOVERED,
    /** The last permitted attempt failed. */
    EXHAUSTED,
    /** The deadline passed: {@code max-elapsed}, or the deadline of the enclosing call, attempt or request. */
    ELAPSED,
    /** The retry budget was empty. */
    BUDGET_DENIED,
    /** The failure is not retryable. */
    NOT_RETRYABLE,
    /** The callee is overloaded and forbids a retry. */
    OVERLOADED,
    /** The call was interrupted or cancelled, or the application is shutting down. */
    ABORTED;

    private final String tag = name().toLowerCase(Locale.ROOT);

    /**
     * {@return the name of this outcome in {@code outcome} tags and in the Actuator's JSON, for example
     * {@code budget_denied}}
     */
    public String tag() {
        return tag;
    }

    /** {@return whether the operation succeeded in the end} */
    public boolean isSuccess() {
        return this == SUCCESS || this == RECOVERED;
    }
}
