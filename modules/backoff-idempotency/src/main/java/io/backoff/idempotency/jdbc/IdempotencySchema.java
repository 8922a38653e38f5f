package io.backoff.idempotency.jdbc;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SchemaInitialization;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Creates the table of idempotency keys, if {@code initialize-schema} allows it. If the table cannot be read
 * afterwards, the failure says what to do.
 */
final class IdempotencySchema {

    private static final String PROPERTY = "backoff.idempotency.jdbc.initialize-schema";

    private final DataSource dataSource;
    private final String script;

    /**
     * Creates an instance for a database; {@link #initialize} creates the table.
     *
     * @param product the name that the database reports for itself
     */
    IdempotencySchema(DataSource dataSource, String product) {
        this.dataSource = dataSource;
        this.script = "io/backoff/idempotency/jdbc/schema-" + platform(product) + ".sql";
    }

    private static String platform(String product) {
        Dialect dialect = Dialect.of(product);
        boolean mariaDb = product.toLowerCase(Locale.ROOT).startsWith("mariadb");
        return mariaDb ? "mariadb" : dialect.name().toLowerCase(Locale.ROOT);
    }

    void initialize(SchemaInitialization when, Environment environment) {
        DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
        settings.setSchemaLocations(List.of("optional:classpath:" + script));
        settings.setMode(DatabaseInitializationMode.valueOf(when.name()));
        // Another instance may be creating the table concurrently.
        settings.setContinueOnError(true);
        new DataSourceScriptDatabaseInitializer(dataSource, settings).initializeDatabase();
        check(when, environment);
    }

    private void check(SchemaInitialization when, Environment environment) {
        try {
            new JdbcTemplate(dataSource)
                    .queryForList("SELECT " + Columns.ALL + ", content FROM backoff_idempotency WHERE id = ''");
        } catch (DataAccessException missing) {
            throw unreadable(when, environment, missing);
        }
    }

    private InvalidPropertyException unreadable(
            SchemaInitialization when, Environment environment, DataAccessException missing) {
        return InvalidPropertyException.of(
                environment,
                PROPERTY,
                when.name().toLowerCase(Locale.ROOT),
                "the table backoff_idempotency cannot be read: "
                        + missing.getMostSpecificCause().getMessage(),
                "Set the property to always, or let the application's scripts create the table as " + script
                        + " does.");
    }
}
