package io.backoff.policy;

import java.util.Locale;

/** How a call ended. Every call ends in exactly one of these. */
public enum Outcome {
    /** The first attempt succeeded. */
    SUCCESS,
    /** A retry succeeded. */
    RECOVERED,
    /** The last permitted attempt failed. */
    EXHAUSTED,
    /** The time of the call was over: {@code max-elapsed}, or that of the call or request that it was made in. */
    ELAPSED,
    /** The retry budget was empty. */
    BUDGET_DENIED,
    /** The failure is not of a kind that is retried. */
    NOT_RETRYABLE,
    /** The callee is overloaded and asked not to be called again. */
    OVERLOADED,
    /** Interrupted, cancelled, or the application is shutting down. */
    ABORTED;

    private final String tag = name().toLowerCase(Locale.ROOT);

    /** The value of the {@code outcome} tag and of the Actuator's JSON, for example {@code budget_denied}. */
    public String tag() {
        return tag;
    }

    /** Whether the operation succeeded in the end. */
    public boolean isSuccess() {
        return this == SUCCESS || this == RECOVERED;
    }
}
