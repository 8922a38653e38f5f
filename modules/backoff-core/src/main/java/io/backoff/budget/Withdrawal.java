package io.backoff.budget;

/** The result of requesting one retry from a {@link RetryBudget}. */
public enum Withdrawal {

    /** The retry is granted, paid for by earlier calls. */
    GRANTED,

    /** The retry is granted although the bucket is empty, from the small rate that is always allowed. */
    RESERVE,

    /** The retry is denied. The call must end with its current failure. */
    DENIED,

    /** The retry is denied because the calls with the same key have used up what they may retry. */
    KEY_DENIED;

    /** Whether the retry may be made, regardless of what pays for it. */
    public boolean granted() {
        return this == GRANTED || this == RESERVE;
    }
}
