package io.backoff.transaction;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Follows what a call has written in a transaction until it becomes permanent or is undone. A rollback to an earlier
 * savepoint undoes it, although the transaction may commit.
 */
abstract class WrittenInTransaction implements TransactionSynchronization {

    // Identities, because a driver's savepoints may be equal.
    private final Set<Object> later = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean undone;

    /** Called once when a rollback to a savepoint has undone the writes. Nothing is called after it. */
    void undone() {}

    /** Called before the commit of the writes. */
    void committing() {}

    /** Called after the end of the transaction, with a status of {@link TransactionSynchronization}. */
    void ended(int status) {}

    @Override
    public final void savepoint(Object savepoint) {
        later.add(savepoint);
    }

    @Override
    public final void savepointRollback(Object savepoint) {
        if (!undone && !later.contains(savepoint)) {
            undone = true;
            undone();
        }
    }

    @Override
    public final void beforeCommit(boolean readOnly) {
        if (!undone) {
            committing();
        }
    }

    @Override
    public final void afterCompletion(int status) {
        if (!undone) {
            ended(status);
        }
    }
}
