package io.backoff.idempotency.jdbc;

import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.FailureLog;
import io.backoff.engine.time.Repeater;
import io.backoff.logging.SpringLogger;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deletes expired rows every minute. Several instances may do so concurrently. No instance waits while it holds a lock:
 * bulk deletions skip locked rows, and for databases without bulk deletions, rows are deleted one by one.
 */
final class ExpiredRows implements AutoCloseable {

    private static final Logger logger = SpringLogger.of(ExpiredRows.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int BATCH = 500;
    private static final String EXPIRED = " FROM backoff_idempotency WHERE expires_at <= " + DatabaseClock.NOW;
    private static final RowMapper<String> ID = (row, number) -> row.getString(1);

    private final JdbcTemplate jdbc;
    private final TransactionTemplate own;
    private final Dialect dialect;
    private final DatabaseClock clock;
    private final FailureLog failures = new FailureLog("The deletion of expired idempotency keys", logger);
    private final Repeater repeater;

    ExpiredRows(JdbcTemplate jdbc, TransactionTemplate own, Dialect dialect, TimeSource time, Executor executor) {
        this.jdbc = jdbc;
        this.own = own;
        this.dialect = dialect;
        this.clock = new DatabaseClock(dialect, time);
        this.repeater = Repeater.every(INTERVAL, this::deleteAll, Repeater.Schedule.inBackground(time, executor));
    }

    void start() {
        repeater.start(INTERVAL);
    }

    private void deleteAll() {
        try {
            deleteBatches();
            failures.worked();
        } catch (RuntimeException | LinkageError failure) {
            // While the application stops, its database may be gone.
            if (!repeater.isClosed()) {
                failures.failed(failure);
            }
        }
    }

    // After a full batch, there may be more expired rows, even if other instances deleted some rows of the batch. The
    // run ends if this instance deleted none of the rows, for example because all are in use.
    private void deleteBatches() {
        Batch last = new Batch(BATCH, BATCH);
        while (last.found == BATCH && last.deleted > 0 && !repeater.isClosed()) {
            last = deleteSome();
        }
    }

    /** Deletes a batch of rows. */
    Batch deleteSome() {
        return dialect.skipsLocked() ? deleteTogether() : deleteEach();
    }

    private Batch deleteTogether() {
        return own.execute(transaction -> {
            List<String> ids = lockSome();
            if (!ids.isEmpty()) {
                String parameters = String.join(", ", Collections.nCopies(ids.size(), "?"));
                jdbc.update("DELETE FROM backoff_idempotency WHERE id IN (" + parameters + ")", ids.toArray());
            }
            return new Batch(ids.size(), ids.size());
        });
    }

    private List<String> lockSome() {
        DatabaseClock.Statement some =
                clock.at("SELECT id" + EXPIRED + " ORDER BY expires_at LIMIT " + BATCH + " FOR UPDATE SKIP LOCKED");
        return jdbc.query(some.sql(), ID, some.values());
    }

    private Batch deleteEach() {
        List<String> ids = jdbc.query(this::query, ID);
        int deleted = 0;
        for (String id : ids) {
            deleted += delete(id);
        }
        return new Batch(ids.size(), deleted);
    }

    private int delete(String id) {
        try {
            DatabaseClock.Statement one = clock.at("DELETE" + EXPIRED + " AND id = ?", id);
            return own.execute(transaction -> jdbc.update(one.sql(), one.values()));
        } catch (PessimisticLockingFailureException inUse) {
            logger.log(Level.DEBUG, "An expired idempotency key is in use", inUse);
            return 0;
        }
    }

    // The JDBC driver limits the number of rows, because not every database supports LIMIT.
    private PreparedStatement query(Connection connection) throws SQLException {
        DatabaseClock.Statement some = clock.at("SELECT id" + EXPIRED);
        PreparedStatement query = connection.prepareStatement(some.sql());
        new ArgumentPreparedStatementSetter(some.values()).setValues(query);
        query.setMaxRows(BATCH);
        return query;
    }

    @Override
    public void close() {
        repeater.close();
    }

    /**
     * A batch of expired rows.
     *
     * @param found the number of rows found
     * @param deleted the number of rows that this instance deleted
     */
    record Batch(int found, int deleted) {}
}
