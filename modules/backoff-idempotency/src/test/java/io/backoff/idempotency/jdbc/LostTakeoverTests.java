package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.SchemaInitialization;
import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * In the same-transaction mode, an expired row changes after a claim has found it and before the claim takes it over.
 * In MariaDB, it cannot change, because the claim has locked it.
 */
class LostTakeoverTests {

    private static final StoredOutcome NEW = StoredOutcome.returned("\"new\"");

    /** Otherwise, the call would get a result that has expired, although no other call carries out the operation. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void claimsAgainWhenTheRowIsDeleted(Database database) {
        var table = new Table(database);
        table.insertExpired();
        table.before("UPDATE", table::delete);
        assertThat(table.claim("late")).isEqualTo(new Claim.Granted(1));
        assertThat(table.owners()).containsExactly("late");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void getsTheOutcomeOfTheCallThatTookOver(Database database) {
        var table = new Table(database);
        table.insertExpired();
        table.before("UPDATE", () -> table.carryOut("other", NEW));
        assertThat(table.claim("late")).isEqualTo(new Claim.Taken("f", NEW, Duration.ZERO));
    }

    /** For example, its method was asynchronous in the version before, and so used the two-phase mode. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void takesOverFromACallInAnotherModeWhoseLeaseHasEnded(Database database) {
        var table = new Table(database);
        table.insertInProgress(-1);
        assertThat(table.claim("late")).isEqualTo(new Claim.Granted(2));
        assertThat(table.owners()).containsExactly("late");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void doesNotTakeOverFromACallInAnotherModeBefore(Database database) {
        var table = new Table(database);
        table.insertInProgress(60_000);
        assertThat(table.claim("late")).isInstanceOf(Claim.Taken.class);
        assertThat(table.owners()).containsExactly("dead");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void isInProgressWhenTheRowIsLostAgainAndAgain(Database database) {
        var table = new Table(database);
        table.before("INSERT", table::insertExpired);
        table.before("UPDATE", table::delete);
        assertThat(table.claim("late")).isEqualTo(new Claim.Taken(null, null, Duration.ZERO));
    }

    /** A table of one operation. */
    private static final class Table {

        private final OperationId id = OperationId.of("shop", "order", null, "1");
        private final Map<String, Runnable> changes = new HashMap<>();
        private final DataSource dataSource;
        private final JdbcTemplate jdbc;
        private final Dialect dialect;
        private final TransactionTemplate transactions;

        Table(Database database) {
            dataSource = database.create();
            jdbc = new JdbcTemplate(dataSource);
            dialect = Dialect.of(database.name());
            transactions = new TransactionTemplate(new JdbcTransactionManager(dataSource));
            new IdempotencySchema(dataSource, database.name())
                    .initialize(SchemaInitialization.ALWAYS, new MockEnvironment());
        }

        /** Changes the table before each such statement of a claim, in another transaction. */
        void before(String statement, Runnable change) {
            changes.put(statement, change);
        }

        Claim claim(String owner) {
            var disturbed = new JdbcTemplate(dataSource) {
                @Override
                public int update(String sql, @Nullable Object... values) {
                    elsewhere(changes.getOrDefault(sql.substring(0, sql.indexOf(' ')), () -> {}));
                    return super.update(sql, values);
                }
            };
            return transactions.execute(transaction -> store(disturbed).claim(request(owner)));
        }

        private static void elsewhere(Runnable change) {
            CompletableFuture.runAsync(change).orTimeout(30, TimeUnit.SECONDS).join();
        }

        /** Carries out the operation with this outcome. */
        void carryOut(String owner, StoredOutcome outcome) {
            var store = store(jdbc);
            var request = request(owner);
            transactions.executeWithoutResult(transaction ->
                    store.complete(request.token((Claim.Granted) store.claim(request)), outcome, request.ttl()));
        }

        void insertExpired() {
            jdbc.update(
                    "INSERT INTO backoff_idempotency (" + Columns.ALL
                            + ", content) VALUES (?, 'order', 'f', 'RETURNED', 'old', 1, 0, 0, '\"old\"')",
                    id.digest());
        }

        void insertInProgress(long leaseMillis) {
            long now = System.currentTimeMillis();
            jdbc.update(
                    "INSERT INTO backoff_idempotency (" + Columns.ALL
                            + ", content) VALUES (?, 'order', 'f', 'IN_PROGRESS', 'dead', 1, ?, ?, NULL)",
                    id.digest(),
                    now + leaseMillis,
                    now + 3_600_000);
        }

        void delete() {
            jdbc.update("DELETE FROM backoff_idempotency");
        }

        List<String> owners() {
            return jdbc.queryForList("SELECT owner FROM backoff_idempotency", String.class);
        }

        private ClaimRequest request(String owner) {
            return new ClaimRequest(id, "f", owner, Duration.ofMinutes(1), Duration.ofMinutes(10));
        }

        private SameTransactionStore store(JdbcTemplate statements) {
            return new SameTransactionStore(
                    new IdempotencyTable(statements, dialect, new DatabaseClock(dialect, new FakeTime())));
        }
    }
}
