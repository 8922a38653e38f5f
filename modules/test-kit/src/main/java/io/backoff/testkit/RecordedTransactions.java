package io.backoff.testkit;

import java.util.ArrayList;
import java.util.List;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** A transaction manager without resources, which records {@code begin}, {@code commit} and {@code rollback}. */
public final class RecordedTransactions extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1L;

    private final transient List<String> events = new ArrayList<>();

    /** The events so far, oldest first; tests may add others. */
    public List<String> events() {
        return events;
    }

    @Override
    protected Object doGetTransaction() {
        return "transaction";
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        events.add("begin");
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        events.add("commit");
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        events.add("rollback");
    }
}
