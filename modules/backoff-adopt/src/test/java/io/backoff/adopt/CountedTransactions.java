package io.backoff.adopt;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Transactions of nothing, on one thread. */
final class CountedTransactions extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1L;

    private int begun;
    private int committed;

    int begun() {
        return begun;
    }

    int committed() {
        return committed;
    }

    void clear() {
        begun = 0;
        committed = 0;
    }

    @Override
    protected Object doGetTransaction() {
        return this;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        begun++;
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        committed++;
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}
}
