package io.backoff.policy;

/**
 * The reason why a failed call is not retried.
 *
 * @since 0.1.0
 */
public enum StopReason {
    /** The last permitted attempt failed. */
    EXHAUSTED(Outcome.EXHAUSTED, "no attempts left"),
    /**
     * The next attempt, which may be the first, would start after the deadline: the end of {@code max-elapsed}, or the
     * deadline of the enclosing call, attempt or request.
     */
    ELAPSED(Outcome.ELAPSED, "max-elapsed reached"),
    /** The retry budget was empty. */
    BUDGET_DENIED(Outcome.BUDGET_DENIED, "retry budget empty"),
    /** The failure is not retryable. */
    NOT_RETRYABLE(Outcome.NOT_RETRYABLE, "not retryable"),
    /** The callee forbids a retry. */
    OVERLOADED(Outcome.OVERLOADED, "callee overloaded, told not to retry"),
    /** The call was interrupted or cancelled, or the application is shutting down. */
    ABORTED(Outcome.ABORTED, "interrupted, cancelled or shutting down");

    private final Outcome outcome;
    private final String description;

    StopReason(Outcome outcome, String description) {
        this.outcome = outcome;
        this.description = description;
    }

    /** {@return the outcome of a call that ends for this reason} */
    public Outcome outcome() {
        return outcome;
    }

    /** {@return the description for log lines} */
    public String description() {
        return description;
    }
}
