package io.backoff.idempotency.claim;

import java.util.Locale;

/** The outcome of a call of an idempotent operation. Every call that has ended has exactly one outcome. */
public enum IdempotencyOutcome {
    /** The operation was executed, and its outcome is stored. */
    EXECUTED,
    /** The call was a duplicate and got the stored outcome. */
    REPLAYED,
    /** The call was a duplicate of a call in progress. */
    IN_PROGRESS,
    /** The key was used by a call with other arguments. */
    REUSED,
    /** The operation failed or was rolled back, and the key is free again. */
    RELEASED,
    /** The operation ended after its lease had expired, so another call may have executed it too. */
    LEASE_LOST,
    /** The store failed, or it is unknown whether the transaction of the operation was committed. */
    STORE_ERROR;

    /** Returns the value of the meter tag. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
