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
     * Every call, when it begins. Retries continue at the budget's ratio even while every call fails; a callee whose
     * normal load is {@code 1 / (1 + ratio)} of its capacity or more then cannot recover from an overload by itself.
     */
    CALL
}
