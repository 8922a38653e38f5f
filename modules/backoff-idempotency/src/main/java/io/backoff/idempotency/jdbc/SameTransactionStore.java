package io.backoff.idempotency.jdbc;

import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.logging.SpringLogger;
import io.backoff.text.CauseChain;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Writes keys in the transaction of the operation. They become visible when the transaction commits, and vanish when it
 * rolls back. Operations in progress are therefore never visible, and a crash leaves no claim that must be taken over.
 */
final class SameTransactionStore implements IdempotencyStore {

    private static final Logger logger = SpringLogger.of(SameTransactionStore.class);
    // The SQL states lock_not_available of PostgreSQL and "lock timeout" of H2.
    private static final Set<String> TIMEOUT_STATES = Set.of("55P03", "HYT00");
    private static final int MYSQL_LOCK_WAIT_TIMEOUT = 1205;
    private static final int MAX_ATTEMPTS = 3;

    private final IdempotencyTable table;

    SameTransactionStore(IdempotencyTable table) {
        this.table = table;
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
    public boolean joinsTransaction() {
        return true;
    }

    @Override
    public Claim claim(ClaimRequest request) {
        try {
            return tryClaim(request);
        } catch (DataAccessException failure) {
            if (CauseChain.any(failure, SameTransactionStore::isLockTimeout)) {
                throw new OperationInProgressException(request.id().operation(), Duration.ZERO);
            }
            throw failure;
        }
    }

    // The loop is needed because another transaction may delete or take over an expired row before this call can take
    // it over.
    private Claim tryClaim(ClaimRequest request) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            if (table.insertLocking(request)) {
                return new Claim.Granted(1);
            }
            IdempotencyTable.Row row = table.find(request);
            if (row == null) {
                // Another transaction holds the lock on the key, or held it when this transaction took its snapshot.
                break;
            }
            if (!row.expired()) {
                return row.taken();
            }
            if (table.takeOver(request)) {
                return new Claim.Granted(row.fence() + 1);
            }
        }
        return new Claim.Taken(null, null, Duration.ZERO);
    }

    private static boolean isLockTimeout(Throwable failure) {
        return failure instanceof SQLException sql
                && (TIMEOUT_STATES.contains(String.valueOf(sql.getSQLState()))
                        || sql.getErrorCode() == MYSQL_LOCK_WAIT_TIMEOUT);
    }

    @Override
    public boolean renew(ClaimToken token, Duration lease) {
        return true;
    }

    @Override
    public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
        return table.complete(token, outcome, ttl);
    }

    /**
     * Deletes the row immediately, so that another attempt in the same transaction can claim the operation. Deletes it
     * again just before the commit: the first time, the database may have rejected the statement, or the application
     * may restore the row with a savepoint.
     */
    @Override
    public boolean release(ClaimToken token) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    table.delete(token);
                }
            });
        }
        deleteNow(token);
        return true;
    }

    // After a failed statement, PostgreSQL rejects all others until the transaction is rolled back, which removes the
    // row. Spring rejects all statements after the timeout of the transaction.
    private void deleteNow(ClaimToken token) {
        try {
            table.delete(token);
        } catch (DataAccessException | TransactionException failure) {
            logger.log(Level.DEBUG, "The key of a failed operation is deleted before its transaction commits", failure);
        }
    }
}
