package io.backoff.idempotency.jdbc;

import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * Commits claims before the operation is executed. Each step is a separate short transaction.
 *
 * <p>Leases are renewed on reserved connections, because operations may hold all connections of the application. A
 * thread that already holds a connection of the application uses reserved connections for the other steps too, so that
 * it does not wait for a second connection of the application.
 */
final class TwoPhaseStore implements IdempotencyStore {

    private static final int MAX_LOOKUPS = 3;

    private final OwnTransactions regular;
    private final OwnTransactions reserved;
    private final BooleanSupplier holdsConnection;

    /**
     * Creates a store in a table.
     *
     * @param regular uses the application's connections
     * @param reserved uses reserved connections
     * @param holdsConnection whether the current thread holds a connection of the application
     */
    TwoPhaseStore(OwnTransactions regular, OwnTransactions reserved, BooleanSupplier holdsConnection) {
        this.regular = regular;
        this.reserved = reserved;
        this.holdsConnection = holdsConnection;
    }

    private OwnTransactions transactions() {
        return holdsConnection.getAsBoolean() ? reserved : regular;
    }

    @Override
    public String name() {
        return JdbcStoreProvider.NAME;
    }

    @Override
    public boolean blocks() {
        return true;
    }

    @Override
    public Claim claim(ClaimRequest request) {
        // The loop is needed because another transaction may delete an existing row before this call reads it.
        for (int lookup = 0; lookup < MAX_LOOKUPS; lookup++) {
            Optional<Claim> claim = insertOrFind(request);
            if (claim.isPresent()) {
                return claim.get();
            }
        }
        return new Claim.Taken(null, null, Duration.ZERO);
    }

    private Optional<Claim> insertOrFind(ClaimRequest request) {
        try {
            return insert(request) ? Optional.of(new Claim.Granted(1)) : takeOverOrFind(request);
        } catch (PessimisticLockingFailureException deadlock) {
            // If several transactions wait for a claim, MySQL reports a deadlock to all but one of them when the claim
            // is released. A call that gets this report tries again.
            return Optional.empty();
        }
    }

    /**
     * Inserts the row in a transaction that ends before a takeover begins. In MySQL, an insert that finds an existing
     * row keeps a shared lock on the row until the transaction ends. If several calls tried to take over the row in the
     * same transaction as their insert, these locks would block all of them.
     */
    private boolean insert(ClaimRequest request) {
        return transactions().run(table -> table.insert(request));
    }

    private Optional<Claim> takeOverOrFind(ClaimRequest request) {
        return transactions().run(table -> {
            boolean taken = table.takeOver(request);
            return Optional.ofNullable(table.find(request))
                    .map(row -> taken ? new Claim.Granted(row.fence()) : row.taken());
        });
    }

    @Override
    public boolean renew(ClaimToken token, Duration lease) {
        return reserved.run(table -> table.renew(token, lease));
    }

    @Override
    public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
        return transactions().run(table -> table.complete(token, outcome, ttl));
    }

    @Override
    public boolean release(ClaimToken token) {
        return transactions().run(table -> table.delete(token));
    }
}
