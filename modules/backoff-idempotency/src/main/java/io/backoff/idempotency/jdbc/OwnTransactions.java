package io.backoff.idempotency.jdbc;

import java.util.function.Function;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Accesses the table in short new transactions, independent of the thread's transaction.
 *
 * @param table the table, which joins the transaction that the template has started
 * @param template starts a new transaction
 */
record OwnTransactions(IdempotencyTable table, TransactionTemplate template) {

    /**
     * Creates a transaction template with a separate manager. The application's manager may be a JPA manager, which
     * would open a session, although reading and writing keys needs none.
     */
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
