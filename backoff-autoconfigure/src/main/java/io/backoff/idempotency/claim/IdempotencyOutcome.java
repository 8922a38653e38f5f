package io.backoff.idempotency.claim;

import java.util.Locale;

/** How a call of an idempotent operation went; exactly one for each call that has ended. */
public enum IdempotencyOutcome {
    /** The operation was carried out, and how it ended is stored. */
    EXECUTED,
    /** A duplicate was answered. */
    REPLAYED,
    /** A duplicate came while the first call was running. */
    IN_PROGRESS,
    /** The key belongs to other arguments. */
    REUSED,
    /** The operation failed, and the key is free again. */
    RELEASED,
    /** The operation ended after somebody else was allowed to carry it out too. */
    LEASE_LOST,
    /** The store failed. */
    STORE_ERROR;

    /** The value of the tag. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
