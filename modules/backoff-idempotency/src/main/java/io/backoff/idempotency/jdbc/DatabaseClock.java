package io.backoff.idempotency.jdbc;

import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The clock for leases and times to live. If possible, it is the database's clock, because the clocks of application
 * instances differ. The time is either an SQL expression or a parameter, so the text of a statement never changes.
 */
final class DatabaseClock {

    /** The placeholder for the current time in SQL, in milliseconds since 1970. */
    static final String NOW = "{now}";

    private static final Logger logger = SpringLogger.of(DatabaseClock.class);

    private static final LogMessage NO_DATABASE_CLOCK =
            LogMessage.warning("Backoff does not know how to read the clock of %s, so leases of idempotency keys "
                    + "use the clocks of the instances, which must differ by much less than "
                    + "backoff.idempotency.lease");

    // The sum of a time and a duration is bound as a single parameter, because some databases cannot add two parameters
    // whose types they do not know.
    private static final Pattern PARAMETER = Pattern.compile("\\{now} \\+ \\?|\\{now}|\\?");

    private final Dialect dialect;
    private final TimeSource time;

    /**
     * Creates the clock of a database.
     *
     * @param time the application's clock, which is used if the clock of the database cannot be read
     */
    DatabaseClock(Dialect dialect, TimeSource time) {
        this.dialect = dialect;
        this.time = time;
    }

    /** Warns if leases use the clocks of the application instances. */
    void check(String product) {
        if (!dialect.hasClock()) {
            NO_DATABASE_CLOCK.with(product).log(logger);
        }
    }

    /**
     * Returns a statement for the database.
     *
     * @param sql the text, which contains {@link #NOW} for the current time, and {@code {now} + ?} for a later time
     * @param values the values of the parameters in the text
     */
    Statement at(String sql, @Nullable Object... values) {
        List<@Nullable Object> all = Arrays.asList(values);
        return dialect.hasClock() ? new Statement(sql.replace(NOW, dialect.now()), all) : bind(sql, all.iterator());
    }

    private Statement bind(String sql, Iterator<@Nullable Object> values) {
        long now = time.instant().toEpochMilli();
        List<@Nullable Object> all = new ArrayList<>();
        Matcher parameters = PARAMETER.matcher(sql);
        while (parameters.find()) {
            all.add(value(parameters.group(), now, values));
        }
        return new Statement(PARAMETER.matcher(sql).replaceAll("?"), all);
    }

    private static @Nullable Object value(String parameter, long now, Iterator<@Nullable Object> values) {
        return switch (parameter) {
            case "?" -> values.next();
            case NOW -> now;
            default -> now + (Long) Objects.requireNonNull(values.next());
        };
    }

    /**
     * An SQL statement with its parameters.
     *
     * @param sql the text, which does not depend on the time
     * @param parameters the values of its parameters
     */
    record Statement(String sql, List<@Nullable Object> parameters) {

        Object[] values() {
            return parameters.toArray();
        }
    }
}
