package io.backoff.benchmarks.soak;

import java.util.concurrent.atomic.LongAdder;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** A transaction manager that only counts. */
final class Transactions extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1L;

    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();

    @Override
    protected Object doGetTransaction() {
        return this;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        begun.increment();
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        ended.increment();
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        ended.increment();
    }

    long begun() {
        return begun.sum();
    }

    long ended() {
        return ended.sum();
    }
}
