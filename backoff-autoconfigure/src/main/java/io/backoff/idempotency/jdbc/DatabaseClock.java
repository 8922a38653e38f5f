package io.backoff.idempotency.jdbc;

import io.backoff.engine.TimeSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The clock that leases and times to live go by: that of the database, as the clocks of instances differ. The time is
 * an expression that each statement evaluates.
 */
final class DatabaseClock {

    private static final Log logger = LogFactory.getLog(DatabaseClock.class);

    private final Dialect dialect;
    private final TimeSource time;

    /**
     * The clock of a database.
     *
     * @param time the clock of the application, for databases that cannot be asked
     */
    DatabaseClock(Dialect dialect, TimeSource time) {
        this.dialect = dialect;
        this.time = time;
    }

    /** Warns where leases go by the clocks of the instances. */
    void check(String product) {
        if (!dialect.hasClock()) {
            logger.warn(
                    "How to ask " + product + " for the time is unknown, so leases of idempotency keys go by the clocks"
                            + " of the instances: keep these synchronized to much less than backoff.idempotency.lease");
        }
    }

    /** The current time in SQL: milliseconds since 1970. */
    String now() {
        return dialect.hasClock() ? dialect.now() : Long.toString(time.instant().toEpochMilli());
    }
}
