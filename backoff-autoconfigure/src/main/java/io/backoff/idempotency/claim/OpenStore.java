package io.backoff.idempotency.claim;

import io.backoff.idempotency.IdempotencyStore;
import org.jspecify.annotations.Nullable;

/**
 * A store that is ready.
 *
 * @param store for operations that are claimed before they are carried out
 * @param inTransaction for those that are carried out in the transaction of the claim; {@code null} if there are none
 */
public record OpenStore(IdempotencyStore store, @Nullable InTransaction inTransaction) {

    /**
     * Operations whose claims are part of their transaction.
     *
     * @param store joins the transaction of the thread
     * @param boundary sees to it that there is one
     */
    public record InTransaction(IdempotencyStore store, TransactionBoundary boundary) {}
}
