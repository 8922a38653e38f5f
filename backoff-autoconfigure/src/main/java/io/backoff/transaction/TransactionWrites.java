package io.backoff.transaction;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ReflectionUtils;

/**
 * Follows what calls write in the current transaction until it becomes permanent or is undone. A rollback to a
 * savepoint undoes what was written after the savepoint, although the transaction may commit. There is one object for
 * each transaction, because a batch may create a savepoint for each of its items.
 *
 * <p>Spring announces a rollback to a savepoint before it rolls back. If that fails, the transaction can hardly commit.
 * A savepoint whose creation was not announced here is older than all writes.
 */
final class TransactionWrites implements TransactionSynchronization {

    private final List<Write> writes = new ArrayList<>();
    // The number of earlier writes by savepoint. Identities, because a driver's savepoints may be equal.
    private final Map<Object, Integer> savepoints = new IdentityHashMap<>();

    private TransactionWrites() {}

    /** Follows a write in the current transaction, whose synchronization must be active. */
    static void add(Write write) {
        for (TransactionSynchronization registered : TransactionSynchronizationManager.getSynchronizations()) {
            if (registered instanceof TransactionWrites current) {
                current.writes.add(write);
                return;
            }
        }
        TransactionWrites first = new TransactionWrites();
        first.writes.add(write);
        TransactionSynchronizationManager.registerSynchronization(first);
    }

    @Override
    public void savepoint(Object savepoint) {
        savepoints.put(savepoint, writes.size());
    }

    @Override
    public void savepointRollback(Object savepoint) {
        int kept = savepoints.getOrDefault(savepoint, 0);
        savepoints.values().removeIf(earlier -> earlier > kept);
        List<Write> last = writes.subList(kept, writes.size());
        List<Write> undone = List.copyOf(last);
        last.clear();
        tell(undone, Write::undone);
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        List.copyOf(writes).forEach(Write::committing);
    }

    @Override
    public void afterCompletion(int status) {
        tell(List.copyOf(writes), write -> write.ended(status));
    }

    // Tells all, even if one fails.
    private static void tell(List<Write> writes, Consumer<Write> news) {
        Throwable first = null;
        for (Write write : writes) {
            try {
                news.accept(write);
            } catch (RuntimeException | Error failure) {
                first = first == null ? failure : first;
            }
        }
        if (first != null) {
            ReflectionUtils.rethrowRuntimeException(first);
        }
    }

    /** Something written in a transaction. */
    interface Write {

        /** Called when a rollback to a savepoint undoes the write. Nothing else is called afterwards. */
        default void undone() {}

        /** Called before the commit; throws to roll the transaction back. */
        default void committing() {}

        /**
         * Called after the end of the transaction.
         *
         * @param status a status of {@link TransactionSynchronization}
         */
        default void ended(int status) {}
    }
}
