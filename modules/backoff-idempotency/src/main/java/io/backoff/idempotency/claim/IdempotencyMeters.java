package io.backoff.idempotency.claim;

/** Reports calls of idempotent operations to a metrics library. Exceptions from these methods do not affect calls. */
@FunctionalInterface
public interface IdempotencyMeters {

    /** Meters that count nothing. */
    IdempotencyMeters NONE = outcome -> {};

    /** Counts a call with this outcome. */
    void ended(IdempotencyOutcome outcome);

    /** Creates the meters of a store. */
    @FunctionalInterface
    interface Factory {

        /** Creates meters that count nothing. */
        Factory NONE = store -> IdempotencyMeters.NONE;

        /** Creates and registers the meters, with all counts at zero. */
        IdempotencyMeters create(String store);
    }
}
