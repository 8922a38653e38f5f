package io.backoff.idempotency.claim;

import io.backoff.idempotency.IdempotencyStore;
import org.jspecify.annotations.Nullable;

/**
 * A store that is ready for use.
 *
 * @param store for operations that are claimed before they are carried out
 * @param inTransaction for operations that are carried out in the transaction of their claim; {@code null} if
 *     unsupported
 */
public record OpenStore(IdempotencyStore store, @Nullable InTransaction inTransaction) {

    /**
     * A store for operations whose claims are part of their transaction.
     *
     * @param store joins the thread's transaction
     * @param boundary ensures that there is a transaction
     */
    public record InTransaction(IdempotencyStore store, TransactionBoundary boundary) {}
}
