package io.backoff.idempotency.jdbc;

import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.StoredOutcome;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Reads and writes the rows of {@code backoff_idempotency}, in the thread's transaction if there is one. Times are in
 * milliseconds since 1970, by the {@link DatabaseClock}.
 */
final class IdempotencyTable {

    /** The state of an operation in progress; any other state is the kind of an outcome. */
    private static final String IN_PROGRESS = "IN_PROGRESS";

    private static final String NOW = DatabaseClock.NOW;
    private static final String VALUES = "?, ?, ?, ?, ?, ?, " + NOW + " + ?, " + NOW + " + ?";

    private static final String RENEW =
            "UPDATE backoff_idempotency SET lease_until = " + NOW + " + ?, expires_at = CASE"
                    + " WHEN expires_at < " + NOW + " + ? THEN " + NOW + " + ? ELSE expires_at END"
                    + " WHERE id = ? AND owner = ? AND fence = ? AND state = ?";

    private final JdbcTemplate jdbc;
    private final Dialect dialect;
    private final DatabaseClock clock;

    IdempotencyTable(JdbcTemplate jdbc, Dialect dialect, DatabaseClock clock) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.clock = clock;
    }

    /** Inserts a row. Returns {@code false} if the row exists. */
    boolean insert(ClaimRequest request) {
        return insert(dialect.insert(VALUES), row(request));
    }

    /**
     * Inserts a row like {@link #insert}. If the database supports locks on keys, also locks the key until the
     * transaction ends, and returns {@code false} if another transaction holds the lock.
     */
    boolean insertLocking(ClaimRequest request) {
        if (!dialect.locksKeys()) {
            return insert(request);
        }
        Object[] row = row(request);
        Object[] withLock = new Object[row.length + 1];
        System.arraycopy(row, 0, withLock, 0, row.length);
        withLock[row.length] = lock(request.id().digest());
        return insert(dialect.lockingInsert(VALUES), withLock);
    }

    // The lock uses 64 of the 256 bits of the digest. If two keys have these bits in common, a call in progress under
    // one key blocks calls under the other.
    private static long lock(String digest) {
        return new BigInteger(digest.substring(0, 16), 16).longValue();
    }

    private boolean insert(String sql, Object[] values) {
        try {
            return update(sql, values) == 1;
        } catch (DuplicateKeyException exists) {
            return false;
        }
    }

    private int update(String sql, @Nullable Object... values) {
        DatabaseClock.Statement statement = clock.at(sql, values);
        return jdbc.update(statement.sql(), statement.values());
    }

    private static Object[] row(ClaimRequest request) {
        return new Object[] {
            request.id().digest(),
            request.id().operation(),
            request.fingerprint(),
            IN_PROGRESS,
            request.owner(),
            1L,
            request.lease().toMillis(),
            request.ttl().toMillis()
        };
    }

    /** Takes over the row if the row itself or its owner's lease has expired. Returns whether it was taken over. */
    boolean takeOver(ClaimRequest request) {
        return update(
                        "UPDATE backoff_idempotency SET operation = ?, fingerprint = ?, state = ?, owner = ?,"
                                + " fence = fence + 1, lease_until = " + NOW + " + ?, expires_at = " + NOW + " + ?,"
                                + " content = NULL WHERE id = ?"
                                + " AND (expires_at <= " + NOW + " OR state = ? AND lease_until <= " + NOW + ")",
                        request.id().operation(),
                        request.fingerprint(),
                        IN_PROGRESS,
                        request.owner(),
                        request.lease().toMillis(),
                        request.ttl().toMillis(),
                        request.id().digest(),
                        IN_PROGRESS)
                == 1;
    }

    /** Returns the row of the operation; {@code null} if no row is visible. */
    @Nullable
    Row find(ClaimRequest request) {
        DatabaseClock.Statement statement = clock.at(
                "SELECT fingerprint, state, owner, fence, lease_until - " + NOW + ", expires_at - " + NOW
                        + ", content FROM backoff_idempotency WHERE id = ?" + dialect.readLock(),
                request.id().digest());
        List<Row> rows = jdbc.query(statement.sql(), (found, number) -> read(found), statement.values());
        return rows.isEmpty() ? null : rows.get(0);
    }

    private static Row read(ResultSet found) throws SQLException {
        StoredOutcome outcome = outcome(found);
        long left = found.getLong(5);
        Duration lease = outcome == null ? Duration.ofMillis(left) : Duration.ZERO;
        return new Row(
                new Claim.Taken(found.getString(1), outcome, lease),
                found.getString(3),
                found.getLong(4),
                found.getLong(6) <= 0 || outcome == null && left <= 0);
    }

    private static @Nullable StoredOutcome outcome(ResultSet found) throws SQLException {
        String state = found.getString(2);
        return IN_PROGRESS.equals(state)
                ? null
                : new StoredOutcome(StoredOutcome.Kind.valueOf(state), found.getString(7));
    }

    /** Extends a lease. Returns whether the caller still owned the claim. */
    boolean renew(ClaimToken token, Duration lease) {
        long millis = lease.toMillis();
        String id = token.id().digest();
        return update(RENEW, millis, millis, millis, id, token.owner(), token.fence(), IN_PROGRESS) == 1;
    }

    /** Writes the outcome. Returns whether the caller still owned the claim. */
    boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
        return update(
                        "UPDATE backoff_idempotency SET state = ?, content = ?, expires_at = " + NOW + " + ?"
                                + " WHERE id = ? AND owner = ? AND fence = ? AND state = ?",
                        outcome.kind().name(),
                        outcome.content(),
                        ttl.toMillis(),
                        token.id().digest(),
                        token.owner(),
                        token.fence(),
                        IN_PROGRESS)
                == 1;
    }

    /** Deletes the row. Returns whether the caller still owned the claim. */
    boolean delete(ClaimToken token) {
        return update(
                        "DELETE FROM backoff_idempotency WHERE id = ? AND owner = ? AND fence = ? AND state = ?",
                        token.id().digest(),
                        token.owner(),
                        token.fence(),
                        IN_PROGRESS)
                == 1;
    }

    /**
     * A row of the table.
     *
     * @param taken the response to another call that claims the operation
     * @param owner token of the call that wrote the row
     * @param fence number of the claim
     * @param expired whether the row itself, or the lease of an operation in progress, has expired
     */
    record Row(Claim.Taken taken, String owner, long fence, boolean expired) {}
}
