package io.backoff.idempotency.jdbc;

import io.backoff.autoconfigure.RetryExecutors;
import io.backoff.engine.TimeSource;
import io.backoff.idempotency.claim.OpenStore;
import io.backoff.idempotency.claim.StoreKind;
import io.backoff.idempotency.claim.StoreProvider;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Opens the store in the application's database. */
final class JdbcStoreProvider implements StoreProvider, DisposableBean {

    static final String NAME = "jdbc";

    private final DataSource dataSource;
    private final LeaseDataSource leases;
    private final IdempotencyJdbcProperties properties;
    private final TimeSource time;
    private final BeanFactory beans;
    private final Environment environment;
    private volatile @Nullable ExpiredRows expired;

    JdbcStoreProvider(
            StoreDataSources sources,
            IdempotencyJdbcProperties properties,
            TimeSource time,
            BeanFactory beans,
            Environment environment) {
        this.dataSource = sources.application();
        this.leases = new LeaseDataSource(sources);
        this.properties = properties;
        this.time = time;
        this.beans = beans;
        this.environment = environment;
    }

    @Override
    public StoreKind kind() {
        return StoreKind.JDBC;
    }

    @Override
    public OpenStore open() {
        String product = product();
        new IdempotencySchema(dataSource, product).initialize(properties.initializeSchema(), environment);
        Dialect dialect = Dialect.of(product);
        DatabaseClock clock = new DatabaseClock(dialect, time);
        clock.check(product);
        JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
        IdempotencyTable table = new IdempotencyTable(new JdbcTemplate(dataSource), dialect, clock);
        OwnTransactions regular = new OwnTransactions(table, OwnTransactions.template(manager));
        startCleaning(regular.template(), dialect);
        return new OpenStore(twoPhase(regular, dialect, clock), inTransaction(table, manager));
    }

    private TwoPhaseStore twoPhase(OwnTransactions regular, Dialect dialect, DatabaseClock clock) {
        if (properties.mode() == JdbcMode.TWO_PHASE) {
            leases.prepare();
        }
        OwnTransactions reserved = new OwnTransactions(
                new IdempotencyTable(new JdbcTemplate(leases), dialect, clock),
                OwnTransactions.template(new JdbcTransactionManager(leases)));
        return new TwoPhaseStore(regular, reserved, () -> TransactionSynchronizationManager.hasResource(dataSource));
    }

    private OpenStore.@Nullable InTransaction inTransaction(IdempotencyTable table, JdbcTransactionManager manager) {
        return properties.mode() == JdbcMode.SAME_TRANSACTION
                ? new OpenStore.InTransaction(new SameTransactionStore(table), boundary(manager))
                : null;
    }

    private String product() {
        try {
            return JdbcUtils.extractDatabaseMetaData(dataSource, metaData -> name(metaData.getDatabaseProductName()));
        } catch (MetaDataAccessException failure) {
            throw new IllegalStateException("The database for idempotency keys cannot be reached", failure);
        }
    }

    private static String name(@Nullable String product) throws SQLException {
        return product == null ? "" : product;
    }

    private JdbcTransactionBoundary boundary(JdbcTransactionManager manager) {
        return new JdbcTransactionBoundary(
                dataSource,
                beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique(() -> manager),
                () -> beans.getBeanProvider(TransactionAttributeSource.class).getIfUnique());
    }

    private void startCleaning(TransactionTemplate own, Dialect dialect) {
        ExpiredRows rows = new ExpiredRows(
                new JdbcTemplate(dataSource),
                own,
                dialect,
                time,
                RetryExecutors.executor(environment, "backoff-idempotency-cleaner-"));
        expired = rows;
        rows.start();
    }

    @Override
    public void destroy() {
        ExpiredRows rows = expired;
        if (rows != null) {
            rows.close();
        }
        leases.close();
    }
}
