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
 * Claims that are committed before the operation is carried out. Each step is a short transaction of its own.
 *
 * <p>No step of an operation waits for a connection that operations hold: leases are renewed on connections of their
 * own, and so is every other step of a thread that holds a connection already.
 */
final class TwoPhaseStore implements IdempotencyStore {

    private static final int MOST_LOOKS = 3;

    private final OwnTransactions usual;
    private final OwnTransactions setAside;
    private final BooleanSupplier holdsConnection;

    /**
     * A store in a table.
     *
     * @param usual on the connections of the application
     * @param setAside on connections that no operation holds
     * @param holdsConnection whether the thread holds a connection of the application
     */
    TwoPhaseStore(OwnTransactions usual, OwnTransactions setAside, BooleanSupplier holdsConnection) {
        this.usual = usual;
        this.setAside = setAside;
        this.holdsConnection = holdsConnection;
    }

    private OwnTransactions own() {
        return holdsConnection.getAsBoolean() ? setAside : usual;
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
        // A row that is there may be gone when it is looked at.
        for (int look = 0; look < MOST_LOOKS; look++) {
            Optional<Claim> claim = insertOrLook(request);
            if (claim.isPresent()) {
                return claim.get();
            }
        }
        return new Claim.Taken(null, null, Duration.ZERO);
    }

    private Optional<Claim> insertOrLook(ClaimRequest request) {
        try {
            return insert(request) ? Optional.of(new Claim.Granted(1)) : look(request);
        } catch (PessimisticLockingFailureException deadlock) {
            // In MySQL, of several that wait for the end of a claim that is given up all but one.
            return Optional.empty();
        }
    }

    /**
     * In a transaction of its own: in MySQL, a row that is there already is locked against writers until it ends, by
     * all who found it so, and none of them could take it over.
     */
    private boolean insert(ClaimRequest request) {
        return own().run(table -> table.insert(request, IdempotencyTable.IN_PROGRESS));
    }

    private Optional<Claim> look(ClaimRequest request) {
        return own().run(table -> {
            boolean taken = table.takeOver(request, IdempotencyTable.IN_PROGRESS);
            return Optional.ofNullable(table.find(request))
                    .map(row -> taken ? new Claim.Granted(row.fence()) : row.taken());
        });
    }

    @Override
    public boolean renew(ClaimToken token, Duration lease) {
        return setAside.run(table -> table.renew(token, lease));
    }

    @Override
    public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
        return own().run(table -> table.complete(token, outcome, ttl, IdempotencyTable.IN_PROGRESS));
    }

    @Override
    public boolean release(ClaimToken token) {
        return own().run(table -> table.delete(token, IdempotencyTable.IN_PROGRESS));
    }
}
