package io.backoff.modulith;

import io.backoff.policy.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Accesses two tables: Spring Modulith's documented table of event publications, and our own table {@value #ENDED}.
 *
 * <p>Modulith's API cannot claim a publication for one instance and cannot read a long list in parts, and it measures
 * staleness from the publication of the event. Therefore, this class writes Modulith's columns itself, with the same
 * meaning as in Modulith: a claimed publication is {@code PUBLISHED} until Modulith submits it a moment later; a stale
 * publication is {@code FAILED}.
 *
 * <p>Modulith has no status for ended publications, that is, those that are no longer resubmitted. Our table contains
 * their ids and numbers of attempts. If an operator resets the attempts of an ended publication in Modulith's table,
 * the publication is resubmitted again.
 */
class PublicationTable {

    /** The table of publications that are no longer resubmitted. */
    static final String ENDED = "backoff_ended_publication";

    private static final String FAILED = "(STATUS = 'FAILED' OR (STATUS IS NULL AND COMPLETION_DATE IS NULL))";
    private static final String UNDER_WAY = "STATUS IN ('PUBLISHED', 'PROCESSING', 'RESUBMITTED')";
    private static final String ATTEMPTS = "COALESCE(COMPLETION_ATTEMPTS, 1)";
    private static final String LAST_ATTEMPT = "COALESCE(LAST_RESUBMISSION_DATE, PUBLICATION_DATE)";
    private static final String DUE_SOME_TIME = FAILED + " AND NOT EXISTS (SELECT 1 FROM " + ENDED
            + " ended WHERE ended.publication_id = ID AND ended.attempts <= " + ATTEMPTS + ")";

    private final JdbcTemplate jdbc;
    private final TransactionOperations transactions;
    private final String table;

    /**
     * Creates access to Modulith's table of publications and to our table of ended ones.
     *
     * @param schema schema of Modulith's table; {@code null} for the default
     * @param transactions starts a new transaction for each statement, independent of the current one
     * @param most maximum number of publications read at a time
     */
    PublicationTable(DataSource source, @Nullable String schema, TransactionOperations transactions, int most) {
        this.jdbc = new JdbcTemplate(source);
        this.jdbc.setMaxRows(most);
        this.transactions = transactions;
        this.table = schema == null || schema.isEmpty() ? "EVENT_PUBLICATION" : schema + ".EVENT_PUBLICATION";
    }

    /** Returns failed publications that have not ended, in the order of their last attempts. */
    List<StoredPublication> failed() {
        String sql = "SELECT ID, LISTENER_ID, PUBLICATION_DATE, " + ATTEMPTS + " AS ATTEMPTS, " + LAST_ATTEMPT
                + " AS LAST_ATTEMPT FROM " + table + " WHERE " + DUE_SOME_TIME + " ORDER BY LAST_ATTEMPT";
        return isolated(() -> jdbc.query(sql, (row, number) -> publication(row)));
    }

    private static StoredPublication publication(ResultSet row) throws SQLException {
        int attempts = row.getInt("ATTEMPTS");
        return new StoredPublication(
                row.getObject("ID"),
                row.getString("LISTENER_ID"),
                row.getTimestamp("PUBLICATION_DATE").toInstant(),
                Math.max(1, attempts),
                attempts == 0,
                row.getTimestamp("LAST_ATTEMPT").toInstant());
    }

    /** Counts failed publications, including ended ones, whose event was published at or before the given time. */
    int failedUntil(Instant published) {
        String sql = "SELECT COUNT(*) FROM " + table + " WHERE " + FAILED + " AND PUBLICATION_DATE <= ?";
        Integer count = isolated(() -> jdbc.queryForObject(sql, Integer.class, Timestamp.from(published)));
        return Objects.requireNonNullElse(count, 0);
    }

    /** Claims a failed publication, so that no other instance submits its next attempt. */
    boolean claim(StoredPublication publication, Instant now) {
        return update(
                        "STATUS = 'PUBLISHED', LAST_RESUBMISSION_DATE = ?",
                        DUE_SOME_TIME + " AND ID = ? AND " + ATTEMPTS + " BETWEEN ? AND ?",
                        Timestamp.from(now),
                        publication.key(),
                        publication.begunAgain() ? 0 : publication.attempts(),
                        publication.attempts())
                == 1;
    }

    /** Releases a publication that was claimed but not submitted. */
    void release(StoredPublication publication) {
        update("STATUS = 'FAILED'", "STATUS = 'PUBLISHED' AND ID = ?", publication.key());
    }

    /**
     * Ends a publication, so that no instance resubmits it again.
     *
     * @return whether this call has ended the publication
     */
    boolean end(Object key, Outcome outcome) {
        String sql = "INSERT INTO " + ENDED + " (publication_id, attempts, outcome) SELECT ID, " + ATTEMPTS + ", '"
                + outcome.tag() + "' FROM " + table + " WHERE ID = ?";
        try {
            return isolated(() -> jdbc.update(sql, key)) == 1;
        } catch (DuplicateKeyException ended) {
            return false;
        }
    }

    /**
     * Deletes rows of our table whose publications are no longer in Modulith's table, or have had their attempts reset.
     */
    void forgetEnds() {
        String sql = "SELECT publication_id, attempts FROM " + ENDED + " ended WHERE NOT EXISTS (SELECT 1 FROM " + table
                + " WHERE ID = ended.publication_id AND ended.attempts <= " + ATTEMPTS + ")";
        List<Object[]> over =
                isolated(() -> jdbc.query(sql, (row, number) -> new Object[] {row.getObject(1), row.getInt(2)}));
        // The condition includes the number of attempts, because the publication may have ended again meanwhile, with
        // another number.
        over.forEach(end -> isolated(
                () -> jdbc.update("DELETE FROM " + ENDED + " WHERE publication_id = ? AND attempts = ?", end)));
    }

    /**
     * Returns the ids of those publications of an event that a listener is processing.
     *
     * @param event the event, serialized by Modulith
     */
    List<Object> processing(String event, String listener) {
        String sql =
                "SELECT ID FROM " + table + " WHERE SERIALIZED_EVENT = ? AND LISTENER_ID = ? AND STATUS = 'PROCESSING'";
        return isolated(() -> jdbc.query(sql, (row, number) -> row.getObject(1), event, listener));
    }

    /** Marks publications as failed if their last attempt was submitted before the given time and has not ended. */
    int failStale(Instant before) {
        return update("STATUS = 'FAILED'", UNDER_WAY + " AND " + LAST_ATTEMPT + " < ?", Timestamp.from(before));
    }

    private int update(String what, String which, Object... arguments) {
        return isolated(() -> jdbc.update("UPDATE " + table + " SET " + what + " WHERE " + which, arguments));
    }

    /**
     * Accesses a table in a new transaction, because the current one may have ended: listeners run after the commit.
     */
    private <T> T isolated(Supplier<T> access) {
        return transactions.execute(status -> access.get());
    }
}
