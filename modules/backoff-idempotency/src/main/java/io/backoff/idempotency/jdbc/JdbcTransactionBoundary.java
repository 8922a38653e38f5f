package io.backoff.idempotency.jdbc;

import io.backoff.idempotency.claim.TransactionBoundary;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Ensures that operations run in a transaction of the database that stores the keys. */
final class JdbcTransactionBoundary implements TransactionBoundary {

    private static final String FOREIGN_TRANSACTION =
            "The transaction of this call does not cover the database that holds the idempotency "
                    + "keys; use that database's transaction manager, or set backoff.idempotency.jdbc.mode=two-phase";
    private static final String FOREIGN_MANAGER =
            "The transaction manager does not manage the database that holds the idempotency "
                    + "keys; set backoff.idempotency.jdbc.mode=two-phase";

    private final DataSource dataSource;
    private final PlatformTransactionManager manager;
    private final Supplier<@Nullable TransactionAttributeSource> attributes;

    /**
     * Creates a boundary.
     *
     * @param manager the manager for methods that are not transactional themselves
     * @param attributes finds the transactional methods
     */
    JdbcTransactionBoundary(
            DataSource dataSource,
            PlatformTransactionManager manager,
            Supplier<@Nullable TransactionAttributeSource> attributes) {
        this.dataSource = dataSource;
        this.manager = manager;
        this.attributes = attributes;
    }

    @Override
    public void check(Method method, Class<?> targetClass) {
        TransactionAttributeSource source = attributes.get();
        TransactionAttribute attribute = source == null ? null : source.getTransactionAttribute(method, targetClass);
        if (attribute != null) {
            check(attribute);
        }
    }

    private static void check(TransactionAttribute attribute) {
        if (runsWithoutTransaction(attribute.getPropagationBehavior())) {
            throw new IllegalArgumentException(
                    "its key must be written in its transaction, but the method is declared to run without one");
        }
        if (attribute.isReadOnly()) {
            throw new IllegalArgumentException("its key is written in its transaction, which is read-only");
        }
    }

    private static boolean runsWithoutTransaction(int propagation) {
        return propagation == TransactionDefinition.PROPAGATION_NEVER
                || propagation == TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
    }

    @Override
    public @Nullable Object call(Work work) throws Throwable {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            return callInTransaction(work);
        }
        requireDataSource(FOREIGN_TRANSACTION);
        return work.run();
    }

    private void requireDataSource(String problem) throws SQLException {
        if (!isOfDataSource()) {
            throw new IllegalStateException(problem);
        }
    }

    // If the transaction belongs to another manager, the thread's connection takes no part in it, and is therefore in
    // auto-commit mode.
    private boolean isOfDataSource() throws SQLException {
        if (!(TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder)) {
            return false;
        }
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return !connection.getAutoCommit();
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    private @Nullable Object callInTransaction(Work work) throws Throwable {
        TransactionStatus transaction = manager.getTransaction(new DefaultTransactionDefinition());
        Object result = runOrRollBack(work, transaction);
        manager.commit(transaction);
        return result;
    }

    private @Nullable Object runOrRollBack(Work work, TransactionStatus transaction) throws Throwable {
        try {
            requireDataSource(FOREIGN_MANAGER);
            return work.run();
        } catch (Throwable failure) {
            rollBack(transaction, failure);
            throw failure;
        }
    }

    private void rollBack(TransactionStatus transaction, Throwable failure) {
        try {
            manager.rollback(transaction);
        } catch (RuntimeException broken) {
            failure.addSuppressed(broken);
        }
    }
}
