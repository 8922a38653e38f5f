package io.backoff.idempotency.claim;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.TimeSource;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The services of an open store.
 *
 * @param around claims operations before they are executed
 * @param inTransaction claims operations in the transaction in which they are executed; {@code null} if the store does
 *     not support this
 * @param boundary ensures that operations of {@code inTransaction} run in a transaction; {@code null} if
 *     {@code inTransaction} is {@code null}
 */
public record IdempotencyServices(
        IdempotencyService around,
        @Nullable IdempotencyService inTransaction,
        @Nullable TransactionBoundary boundary) {

    public static IdempotencyServices of(
            OpenStore open, IdempotencyService.KeyLimits limits, TimeSource time, Collaborators collaborators) {
        IdempotencyMeters meters = collaborators.meters().create(open.store().name());
        IdempotencyService.Surroundings surroundings = new IdempotencyService.Surroundings(
                collaborators.executor(),
                collaborators.renewals(),
                collaborators.releases(),
                collaborators.transaction(),
                meters);
        OpenStore.InTransaction joining = open.inTransaction();
        return new IdempotencyServices(
                new IdempotencyService(open.store(), limits, time, surroundings),
                joining == null ? null : new IdempotencyService(joining.store(), limits, time, surroundings),
                joining == null ? null : joining.boundary());
    }

    /**
     * The collaborators shared by all services.
     *
     * @param executor runs work that blocks on the store
     * @param renewals runs renewals of leases
     * @param releases runs releases for which no call waits
     * @param transaction the transaction around calls
     * @param meters creates the meters
     */
    public record Collaborators(
            Executor executor,
            Executor renewals,
            Executor releases,
            CallerTransactions transaction,
            IdempotencyMeters.Factory meters) {}
}
