package io.backoff.idempotency.claim;

import io.backoff.engine.TimeSource;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What calls go through, once a store is open.
 *
 * @param around for operations that are claimed before they are carried out
 * @param inTransaction for those whose claim is part of their transaction; {@code null} if there are none
 * @param boundary sees to it that there is a transaction
 */
public record IdempotencyServices(
        IdempotencyService around,
        @Nullable IdempotencyService inTransaction,
        @Nullable TransactionBoundary boundary) {

    public static IdempotencyServices of(
            OpenStore open, IdempotencyService.Limits limits, TimeSource time, Settings settings) {
        IdempotencyMeters meters = settings.meters().create(open.store().name());
        IdempotencyService.Surroundings surroundings = new IdempotencyService.Surroundings(
                settings.executor(), settings.renewals(), settings.transaction(), meters);
        OpenStore.InTransaction joining = open.inTransaction();
        return new IdempotencyServices(
                new IdempotencyService(open.store(), limits, time, surroundings),
                joining == null ? null : new IdempotencyService(joining.store(), limits, time, surroundings),
                joining == null ? null : joining.boundary());
    }

    /**
     * What gates have in common.
     *
     * @param executor takes work that waits for the store
     * @param renewals takes the renewal of leases
     * @param transaction the transaction around calls
     * @param meters makes meters
     */
    public record Settings(
            Executor executor,
            Executor renewals,
            SurroundingTransaction transaction,
            IdempotencyMeters.Factory meters) {}
}
