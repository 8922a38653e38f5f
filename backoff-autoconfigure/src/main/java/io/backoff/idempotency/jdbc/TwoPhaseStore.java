package io.backoff.idempotency.jdbc;

import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.idempotency.Ticket;
import java.time.Duration;
import org.springframework.transaction.support.TransactionTemplate;

/** Claims that are committed before the operation is carried out. Each step is a short transaction of its own. */
final class TwoPhaseStore implements IdempotencyStore {

    private static final int MOST_LOOKS = 3;

    private final IdempotencyTable table;
    private final TransactionTemplate own;

    /**
     * A store in a table.
     *
     * @param own starts a transaction of its own, whatever the thread is in
     */
    TwoPhaseStore(IdempotencyTable table, TransactionTemplate own) {
        this.table = table;
        this.own = own;
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
        return own.execute(transaction -> {
            // A row that is there may be gone when it is looked at.
            for (int look = 0; look < MOST_LOOKS; look++) {
                if (table.insert(request, IdempotencyTable.IN_PROGRESS)) {
                    return new Claim.Granted(1);
                }
                boolean taken = table.takeOver(request, IdempotencyTable.IN_PROGRESS);
                IdempotencyTable.Row row = table.find(request);
                if (row != null) {
                    return taken ? new Claim.Granted(row.fence()) : row.taken();
                }
            }
            return new Claim.Taken(null, null, Duration.ZERO);
        });
    }

    @Override
    public boolean renew(Ticket ticket, Duration lease) {
        return own.execute(transaction -> table.renew(ticket, lease));
    }

    @Override
    public boolean complete(Ticket ticket, StoredOutcome outcome, Duration ttl) {
        return own.execute(transaction -> table.complete(ticket, outcome, ttl, IdempotencyTable.IN_PROGRESS));
    }

    @Override
    public boolean release(Ticket ticket) {
        return own.execute(transaction -> table.delete(ticket, IdempotencyTable.IN_PROGRESS));
    }
}
