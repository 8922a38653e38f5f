package io.backoff.idempotency.jdbc;

import java.util.function.Function;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The table in short transactions of its own, whatever the thread is in.
 *
 * @param table reads and writes in the transaction of the thread
 * @param template starts a transaction of its own
 */
record OwnTransactions(IdempotencyTable table, TransactionTemplate template) {

    /** The template of a manager. Not the application's: that may be one of JPA, and keys need no session. */
    static TransactionTemplate template(JdbcTransactionManager manager) {
        TransactionTemplate own = new TransactionTemplate(manager);
        own.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        own.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return own;
    }

    <T> T run(Function<IdempotencyTable, T> step) {
        return template.execute(transaction -> step.apply(table));
    }
}
