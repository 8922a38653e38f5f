package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** A database that cannot be asked for its time gets the application's time. */
class OtherDatabaseTests {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration TTL = Duration.ofHours(1);

    private final FakeTime time = new FakeTime();
    private final Set<String> statements = new LinkedHashSet<>();
    private final DataSource database = new Recording(Database.H2.create());
    private final OwnTransactions own = new OwnTransactions(
            new IdempotencyTable(new JdbcTemplate(database), Dialect.OTHER, new DatabaseClock(Dialect.OTHER, time)),
            OwnTransactions.template(new JdbcTransactionManager(database)));
    private final TwoPhaseStore store = new TwoPhaseStore(own, own, () -> false);
    private final ExpiredRows expired =
            new ExpiredRows(new JdbcTemplate(database), own.template(), Dialect.OTHER, time, Runnable::run);

    @BeforeEach
    void createTable() {
        new ResourceDatabasePopulator(new ClassPathResource("schema-h2.sql", IdempotencySchema.class))
                .execute(database);
    }

    /** Drivers and servers parse, plan and cache each different text. */
    @Test
    void getsTheSameTextsAtAnyTime() {
        live("1");
        var first = Set.copyOf(statements);
        time.advance(Duration.ofDays(1));
        live("2");
        assertThat(statements).isEqualTo(first);
    }

    @Test
    void keepsTheTimes() {
        ClaimToken first = claim("1", "a");
        time.advance(LEASE.minusMillis(1));
        assertThat(store.renew(first, LEASE)).isTrue();
        time.advance(LEASE.minusMillis(1));
        assertThat(store.claim(request("1", "b")))
                .isInstanceOfSatisfying(
                        Claim.Taken.class,
                        taken -> assertThat(taken.leaseLeft()).isEqualTo(Duration.ofMillis(1)));
        time.advance(Duration.ofMillis(1));
        ClaimToken second = claim("1", "b");
        assertThat(store.complete(first, StoredOutcome.returned("a"), TTL)).isFalse();
        assertThat(store.complete(second, StoredOutcome.returned("b"), TTL)).isTrue();
        time.advance(TTL.minusMillis(1));
        assertThat(expired.deleteSome().deleted()).isZero();
        time.advance(Duration.ofMillis(1));
        assertThat(expired.deleteSome().deleted()).isOne();
    }

    private void live(String key) {
        ClaimToken token = claim(key, "a");
        store.renew(token, LEASE);
        time.advance(LEASE);
        ClaimToken next = claim(key, "b");
        store.complete(next, StoredOutcome.returned("b"), TTL);
        store.release(claim(key + "x", "c"));
        time.advance(TTL);
        expired.deleteSome();
    }

    private ClaimToken claim(String key, String owner) {
        ClaimRequest request = request(key, owner);
        return request.token((Claim.Granted) store.claim(request));
    }

    private static ClaimRequest request(String key, String owner) {
        return new ClaimRequest(new OperationId("order", key), "fingerprint", owner, LEASE, TTL);
    }

    private final class Recording extends DelegatingDataSource {

        Recording(DataSource database) {
            super(database);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getReturnType() == PreparedStatement.class) {
                            statements.add((String) arguments[0]);
                        }
                        return method.invoke(connection, arguments);
                    });
        }
    }
}
