package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.config.SchemaInitialization;
import io.backoff.engine.TimeSource;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.SkewedTime;
import io.backoff.idempotency.StoreContract;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.testkit.Database;
import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The contract of the two-phase mode, with a database that all tests of the class share. */
abstract class JdbcStoreContract extends StoreContract {

    private static final Map<Database, DataSource> DATABASES = new ConcurrentHashMap<>();

    private final DataSource dataSource;
    private final List<JdbcStoreProvider> providers = new ArrayList<>();
    private IdempotencyStore store;

    JdbcStoreContract(Database database) {
        this.dataSource = DATABASES.computeIfAbsent(database, Database::createPooled);
    }

    @BeforeEach
    void open() {
        store = open(time);
        new JdbcTemplate(dataSource).update("DELETE FROM backoff_idempotency");
    }

    @AfterEach
    void close() {
        providers.forEach(JdbcStoreProvider::destroy);
    }

    private IdempotencyStore open(TimeSource clock) {
        var beans = new DefaultListableBeanFactory();
        beans.registerSingleton("pools", (LeaseConnections.Factory) LeasePool::beside);
        var sources = new StoreDataSources(
                dataSource,
                beans.getBeanProvider(DataSource.class),
                beans.getBeanProvider(LeaseConnections.Factory.class));
        var provider = new JdbcStoreProvider(
                sources,
                new IdempotencyJdbcProperties(JdbcMode.TWO_PHASE, SchemaInitialization.ALWAYS),
                clock,
                beans,
                new MockEnvironment());
        providers.add(provider);
        return provider.open().store();
    }

    @Override
    protected IdempotencyStore store() {
        return store;
    }

    @Override
    protected IdempotencyStore withClockAhead(Duration by) {
        return open(new SkewedTime(time).ahead(by));
    }

    /** Ages all rows by the duration. */
    @Override
    protected void pass(Duration duration) {
        new JdbcTemplate(dataSource)
                .update(
                        "UPDATE backoff_idempotency SET lease_until = lease_until - ?, expires_at = expires_at - ?",
                        duration.toMillis(),
                        duration.toMillis());
    }

    @Test
    void countsOwners() {
        var token = claimed(id(), "dead");
        pass(LEASE.plusSeconds(1));
        assertThat(store().claim(request(token.id(), "next"))).isEqualTo(new Claim.Granted(2));
    }

    /** If the transaction of the operation rolled the claim back, two calls would get through. */
    @Test
    void doesNotDependOnTheTransactionOfTheThread() {
        var id = id();
        var transactions = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        transactions.executeWithoutResult(transaction -> {
            claimed(id, "a");
            transaction.setRollbackOnly();
        });
        assertThat(taken(id).outcome()).isNull();
    }

    @Test
    void deletesExpiredRowsAndNoOthers() {
        var kept = claimed(id(), "a");
        store().complete(kept, StoredOutcome.NOTHING, TTL.multipliedBy(10));
        insertExpired(1_200);
        time.advance(Duration.ofMinutes(1));
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(
                        () -> assertThat(digests()).containsExactly(kept.id().digest()));
    }

    @Test
    void aClockThatIsAheadDeletesNothing() {
        var kept = claimed(id(), "a");
        var skewed = new SkewedTime(time).ahead(TTL.multipliedBy(10));
        var rows = new ExpiredRows(new JdbcTemplate(dataSource), readCommitted(), dialect(), skewed, Runnable::run);
        assertThat(rows.deleteSome().deleted()).isZero();
        assertThat(digests()).containsExactly(kept.id().digest());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void severalInstancesDeleteConcurrently(boolean asUnknownDatabase) throws Exception {
        var dialect = asUnknownDatabase ? Dialect.OTHER : dialect();
        insertExpired(1_000);
        var jdbc = new JdbcTemplate(dataSource);
        var own = readCommitted();
        together(4, number -> {
            var rows = new ExpiredRows(jdbc, own, dialect, time, Runnable::run);
            while (rows.deleteSome().deleted() > 0) {
                Thread.onSpinWait();
            }
            return null;
        });
        assertThat(digests()).isEmpty();
    }

    @Test
    void deletesWhileRowsAreClaimed() throws Exception {
        insertExpired(200);
        var ids = IntStream.range(0, 200).mapToObj(number -> id()).toList();
        ids.forEach(id -> claimed(id, "dead"));
        pass(TTL.plusSeconds(1));
        var granted = new AtomicInteger();
        var rows = new ExpiredRows(new JdbcTemplate(dataSource), readCommitted(), dialect(), time, Runnable::run);
        together(5, number -> {
            if (number == 0) {
                while (rows.deleteSome().deleted() > 0) {
                    Thread.onSpinWait();
                }
            } else {
                for (var id : ids) {
                    granted.addAndGet(store().claim(request(id, "owner" + number)) instanceof Claim.Granted ? 1 : 0);
                }
            }
            return null;
        });
        assertThat(granted).hasValue(ids.size());
    }

    private TransactionTemplate readCommitted() {
        var own = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        own.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return own;
    }

    private Dialect dialect() {
        try {
            return Dialect.of(JdbcUtils.extractDatabaseMetaData(dataSource, DatabaseMetaData::getDatabaseProductName));
        } catch (MetaDataAccessException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private List<String> digests() {
        return new JdbcTemplate(dataSource).queryForList("SELECT id FROM backoff_idempotency", String.class);
    }

    private void insertExpired(int count) {
        new JdbcTemplate(dataSource)
                .batchUpdate(
                        "INSERT INTO backoff_idempotency (" + Columns.ALL
                                + ") VALUES (?, 'o', 'f', 'RETURNED', 'a', 1, 0, 0)",
                        IntStream.range(0, count)
                                .mapToObj(number -> new Object[] {"expired" + number})
                                .toList());
    }
}
