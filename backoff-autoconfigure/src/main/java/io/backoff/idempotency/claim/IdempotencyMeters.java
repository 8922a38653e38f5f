package io.backoff.idempotency.claim;

/** Where a metrics library counts calls of idempotent operations. May throw; calls do not notice. */
@FunctionalInterface
public interface IdempotencyMeters {

    /** Counts nothing. */
    IdempotencyMeters NONE = outcome -> {};

    /** A call went like this. */
    void ended(IdempotencyOutcome outcome);

    /** Makes the meters of a store. */
    @FunctionalInterface
    interface Factory {

        /** No metrics library. */
        Factory NONE = store -> IdempotencyMeters.NONE;

        /** Registers the meters, at zero. */
        IdempotencyMeters create(String store);
    }
}
