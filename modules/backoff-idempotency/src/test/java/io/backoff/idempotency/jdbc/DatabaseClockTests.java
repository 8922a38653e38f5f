package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import io.backoff.testkit.Logged;
import java.sql.SQLException;
import java.time.Duration;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Logged(DatabaseClock.class)
class DatabaseClockTests {

    private final FakeTime time = new FakeTime();
    private final TimeZone zone = TimeZone.getDefault();

    @AfterEach
    void stopListening() {
        TimeZone.setDefault(zone);
    }

    /**
     * The time does not depend on the time zones of session and process: here, they are hours away from UTC and from
     * each other.
     */
    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, SET TIME ZONE '+05:30'",
        "POSTGRESQL, SET TIME ZONE '-08:00'",
        "MARIADB, SET time_zone = '+05:30'",
        "MARIADB, SET time_zone = '-08:00'",
        "H2, SET TIME ZONE '+05:30'",
        "H2, SET TIME ZONE '-08:00'"
    })
    void returnsMillisecondsSince1970(Database database, String setZone, CapturedOutput output) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        try (var connection = database.create().getConnection()) {
            var jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
            jdbc.execute(setZone);
            var clock = new DatabaseClock(Dialect.of(database.name()), time);
            clock.check(database.name());
            var before = System.currentTimeMillis();
            assertThat(jdbc.queryForObject(clock.at("SELECT {now}").sql(), Long.class))
                    .isBetween(before - 1_000, System.currentTimeMillis() + 1_000);
        }
        assertThat(output).doesNotContain("synchronized");
    }

    /** H2 keeps one time per transaction: rows that the library writes in it have the time of its beginning. */
    @ParameterizedTest
    @CsvSource({"POSTGRESQL,false", "MARIADB,false", "H2,true"})
    void isThatOfTheStatementOrOfTheTransaction(Database database, boolean ofTransaction) {
        var source = database.create();
        var jdbc = new JdbcTemplate(source);
        var now = new DatabaseClock(Dialect.of(database.name()), time)
                .at("SELECT {now}")
                .sql();
        new TransactionTemplate(new JdbcTransactionManager(source)).executeWithoutResult(transaction -> {
            long first = jdbc.queryForObject(now, Long.class);
            long until = System.currentTimeMillis() + 5;
            while (System.currentTimeMillis() < until) {
                Thread.onSpinWait();
            }
            long second = jdbc.queryForObject(now, Long.class);
            assertThat(second == first).isEqualTo(ofTransaction);
        });
    }

    @Test
    void isThatOfTheApplicationWhereTheDatabaseCannotBeAsked(CapturedOutput output) {
        var clock = new DatabaseClock(Dialect.OTHER, time);
        clock.check("Oracle");
        assertThat(output).contains("Backoff does not know how to read the clock of Oracle");
        time.advance(Duration.ofMillis(5));
        var statement = clock.at("UPDATE a SET b = ?, c = {now} + ? WHERE d < {now} AND e = ?", null, 1_000L, "f");
        long now = time.instant().toEpochMilli();
        assertThat(statement.sql()).isEqualTo("UPDATE a SET b = ?, c = ? WHERE d < ? AND e = ?");
        assertThat(statement.values()).containsExactly(null, now + 1_000, now, "f");
    }
}
