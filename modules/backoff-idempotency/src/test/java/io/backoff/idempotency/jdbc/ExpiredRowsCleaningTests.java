package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import io.backoff.testkit.Logged;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** The cleaning of a database that cannot skip locked rows. */
@Logged(value = ExpiredRows.class, level = LogLevel.INFO)
class ExpiredRowsCleaningTests {

    private final FakeTime time = new FakeTime();
    private final DataSource database = Database.H2.create();
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private Runnable afterEachQuery = () -> {};
    private final ExpiredRows rows = new ExpiredRows(
            new Shared(),
            OwnTransactions.template(new JdbcTransactionManager(database)),
            Dialect.OTHER,
            time,
            Runnable::run);

    @BeforeEach
    void createTable() {
        new ResourceDatabasePopulator(new ClassPathResource("schema-h2.sql", IdempotencySchema.class))
                .execute(database);
        jdbc.batchUpdate(
                "INSERT INTO backoff_idempotency VALUES (?, 'order', 'f', 'DONE', 'a', 1, 0, 0, NULL)",
                IntStream.range(0, 1_200)
                        .mapToObj(id -> new Object[] {"id-" + id})
                        .toList());
    }

    @Test
    void goesOnIfAnotherInstanceHasDeletedPartOfABatch() {
        afterEachQuery = this::deleteOne;
        rows.start();
        time.advance(Duration.ofMinutes(1));
        assertThat(left()).isZero();
    }

    @Test
    void endsARunThatIsClosed() {
        afterEachQuery = rows::close;
        rows.start();
        time.advance(Duration.ofMinutes(1));
        assertThat(left()).isEqualTo(700);
    }

    @Test
    void aFailureIsReportedOnceUntilItWorksAgain(CapturedOutput output) {
        afterEachQuery = ExpiredRowsCleaningTests::fail;
        rows.start();
        time.advance(Duration.ofMinutes(1));
        time.advance(Duration.ofMinutes(1));
        assertThat(output.getOut()).containsOnlyOnce("The deletion of expired idempotency keys failed");
        afterEachQuery = () -> {};
        time.advance(Duration.ofMinutes(1));
        assertThat(output.getOut()).containsOnlyOnce("The deletion of expired idempotency keys works again");
    }

    @Test
    void aFailureAfterTheEndIsNotReported(CapturedOutput output) {
        afterEachQuery = () -> {
            rows.close();
            fail();
        };
        rows.start();
        time.advance(Duration.ofMinutes(1));
        assertThat(output.getOut()).doesNotContain("failed");
    }

    private int left() {
        return jdbc.queryForObject("SELECT COUNT(*) FROM backoff_idempotency", Integer.class);
    }

    private void deleteOne() {
        jdbc.update("DELETE FROM backoff_idempotency WHERE id = (SELECT MIN(id) FROM backoff_idempotency)");
    }

    private static void fail() {
        throw new IllegalStateException("no database");
    }

    /** Reads the table while somebody else changes it. */
    private final class Shared extends JdbcTemplate {

        Shared() {
            super(database);
        }

        @Override
        public <T> List<T> query(PreparedStatementCreator query, RowMapper<T> mapper) {
            List<T> found = super.query(query, mapper);
            afterEachQuery.run();
            return found;
        }
    }
}
