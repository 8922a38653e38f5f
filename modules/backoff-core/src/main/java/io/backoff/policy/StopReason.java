package io.backoff.policy;

/** The reason why no attempt follows a failed one. */
public enum StopReason {
    /** It was the last permitted attempt. */
    EXHAUSTED(Outcome.EXHAUSTED, "no attempts left"),
    /**
     * The next attempt would not start within {@code max-elapsed}, or after the caller has stopped waiting; or there was no
     * time for the first one.
     */
    ELAPSED(Outcome.ELAPSED, "max-elapsed reached"),
    /** The retry budget was empty. */
    BUDGET_DENIED(Outcome.BUDGET_DENIED, "retry budget empty"),
    /** The failure is not of a kind that is retried. */
    NOT_RETRYABLE(Outcome.NOT_RETRYABLE, "not retryable"),
    /** The callee asked not to be called again. */
    OVERLOADED(Outcome.OVERLOADED, "callee overloaded, told not to retry"),
    /** Interrupted, cancelled, or shutting down. */
    ABORTED(Outcome.ABORTED, "interrupted, cancelled or shutting down");

    private final Outcome outcome;
    private final String description;

    StopReason(Outcome outcome, String description) {
        this.outcome = outcome;
        this.description = description;
    }

    /** The outcome of a call that stops for this reason. */
    public Outcome outcome() {
        return outcome;
    }

    /** A few words for a log line. */
    public String description() {
        return description;
    }
}
