package io.backoff.adopt.springretry;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.SmartTransactionObject;

/** Records what happens to transactions, one at a time and without a database. */
final class RecordedTransactions extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1;

    private final transient List<String> events = new ArrayList<>();
    private transient @Nullable Transaction current;

    List<String> events() {
        return events;
    }

    @Override
    protected Object doGetTransaction() {
        return current == null ? new Transaction() : current;
    }

    @Override
    protected boolean isExistingTransaction(Object transaction) {
        return transaction == current;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        current = (Transaction) transaction;
        events.add("begin");
    }

    @Override
    protected void doSetRollbackOnly(DefaultTransactionStatus status) {
        ((Transaction) status.getTransaction()).rollbackOnly = true;
        events.add("rollback only");
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        events.add("commit");
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        events.add("rollback");
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        current = null;
    }

    private static final class Transaction implements SmartTransactionObject {

        private boolean rollbackOnly;

        @Override
        public boolean isRollbackOnly() {
            return rollbackOnly;
        }

        @Override
        public void flush() {}
    }
}
