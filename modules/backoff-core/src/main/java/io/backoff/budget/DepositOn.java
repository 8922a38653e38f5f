package io.backoff.budget;

/**
 * The calls that earn retries for a {@link RetryBudget}.
 *
 * @since 0.1.0
 */
public enum DepositOn {

    /**
     * Successful calls. While every call fails, none earns retries, so the load falls back to one attempt per call and
     * an overloaded callee can recover.
     */
    SUCCESS,

    /**
     * Every call, when it begins. Even while every call fails, retries continue at the budget's ratio. Under these
     * retries, a callee cannot recover from an overload by itself if its normal load is {@code 1 / (1 + ratio)} of its
     * capacity or more.
     */
    CALL
}
