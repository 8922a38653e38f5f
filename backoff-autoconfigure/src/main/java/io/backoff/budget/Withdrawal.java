package io.backoff.budget;

/** The answer of a {@link RetryBudget} to the question whether one more retry may be made. */
public enum Withdrawal {

    /** Yes, paid for by calls that came before. */
    GRANTED,

    /** Yes, although the bucket is empty: out of the small rate that is always allowed. */
    RESERVE,

    /** No. The call must end with the failure it has. */
    DENIED;

    /** Whether the retry may be made, no matter what pays for it. */
    public boolean granted() {
        return this != DENIED;
    }
}
