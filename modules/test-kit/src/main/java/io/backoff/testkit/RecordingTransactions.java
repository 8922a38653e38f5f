package io.backoff.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.SmartTransactionObject;

/** A transaction manager that has no resources and records its events. For use by one thread. */
@SuppressWarnings("serial")
public final class RecordingTransactions extends AbstractPlatformTransactionManager {

    private final transient List<String> events = new ArrayList<>();
    private @Nullable Work current;

    /**
     * The events, oldest first: {@code begin}, {@code commit}, {@code rollback only} and {@code rollback}; tests may
     * add others.
     */
    public List<String> events() {
        return events;
    }

    @Override
    protected Object doGetTransaction() {
        return new Participation(current);
    }

    @Override
    protected boolean isExistingTransaction(Object transaction) {
        return ((Participation) transaction).work != null;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        events.add("begin");
        current = new Work();
        ((Participation) transaction).work = current;
    }

    @Override
    protected @Nullable Object doSuspend(Object transaction) {
        var suspended = current;
        current = null;
        ((Participation) transaction).work = null;
        return suspended;
    }

    @Override
    protected void doResume(@Nullable Object transaction, @Nullable Object suspended) {
        current = (Work) suspended;
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
    protected void doSetRollbackOnly(DefaultTransactionStatus status) {
        events.add("rollback only");
        current.rollbackOnly = true;
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        current = null;
    }

    private static final class Work {

        private boolean rollbackOnly;
    }

    private static final class Participation implements SmartTransactionObject {

        private @Nullable Work work;

        Participation(@Nullable Work work) {
            this.work = work;
        }

        @Override
        public boolean isRollbackOnly() {
            return work.rollbackOnly;
        }
    }
}
