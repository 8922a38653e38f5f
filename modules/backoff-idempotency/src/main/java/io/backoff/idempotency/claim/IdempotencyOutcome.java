package io.backoff.idempotency.claim;

import java.util.Locale;

/** The outcome of a call of an idempotent operation: exactly one for each call that has ended. */
public enum IdempotencyOutcome {
    /** The operation was carried out, and its outcome is stored. */
    EXECUTED,
    /** A duplicate got the stored outcome. */
    REPLAYED,
    /** A duplicate arrived while the first call was running. */
    IN_PROGRESS,
    /** The key belongs to a call with other arguments. */
    REUSED,
    /** The operation failed, and the key is free again. */
    RELEASED,
    /** The operation ended after another call was allowed to carry it out too. */
    LEASE_LOST,
    /** The store failed. */
    STORE_ERROR;

    /** Returns the value of the meter tag. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
