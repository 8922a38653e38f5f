package io.backoff.budget;

/** Which calls earn a {@link RetryBudget} its retries. */
public enum DepositOn {

    /**
     * Successful calls. While everything fails nothing is earned, so the load falls back to one attempt per call and an
     * overloaded callee can recover.
     */
    SUCCESS,

    /**
     * Every call, when it begins. Retries stay at the budget's ratio even while everything fails; a callee that is
     * loaded to {@code 1 / (1 + ratio)} or more does not recover from that by itself.
     */
    CALL
}
