package io.backoff.budget;

/**
 * The result of requesting one retry from a {@link RetryBudget}.
 *
 * @since 0.1.0
 */
public enum Withdrawal {

    /** The retry is granted and paid for by the bucket, from the deposits of earlier calls. */
    GRANTED,

    /** The retry is granted by the reserve, although the bucket is empty. */
    RESERVE,

    /** The retry is denied. The call must end with its current failure. */
    DENIED,

    /** The retry is denied because the bucket of the call's key is empty. */
    KEY_DENIED;

    /** {@return whether the retry may be made, at the expense of the bucket or the reserve} */
    public boolean granted() {
        return this == GRANTED || this == RESERVE;
    }
}
