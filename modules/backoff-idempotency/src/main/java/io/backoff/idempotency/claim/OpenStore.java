package io.backoff.idempotency.claim;

import io.backoff.idempotency.IdempotencyStore;
import org.jspecify.annotations.Nullable;

/**
 * An open store.
 *
 * @param store the store for operations that are claimed before their execution
 * @param inTransaction the store for operations that are executed in the same transaction as their claim; {@code null}
 *     if unsupported
 */
public record OpenStore(IdempotencyStore store, @Nullable InTransaction inTransaction) {

    /**
     * A store for operations that are executed in the same transaction as their claim.
     *
     * @param store the store, which joins the thread's transaction
     * @param boundary ensures that there is a transaction
     */
    public record InTransaction(IdempotencyStore store, TransactionBoundary boundary) {}
}
