package io.backoff.modulith;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SchemaInitialization;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.init.PlatformPlaceholderDatabaseDriverResolver;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Creates the table {@code backoff_ended_publication}. If the table cannot be read afterwards, startup fails with a
 * message that names a remedy.
 *
 * @param when value of the property {@code initialize-schema}; {@code null} to create the table if Spring Modulith
 * creates its own
 */
record EndedPublicationsSchema(
        DataSource dataSource, @Nullable SchemaInitialization when, Environment environment) {

    private static final String PROPERTY = "backoff.modulith.initialize-schema";
    private static final String OF_MODULITH = "spring.modulith.events.jdbc.schema-initialization.enabled";
    private static final String SCRIPT = "io/backoff/modulith/schema-@@platform@@.sql";

    void initialize() {
        DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
        SchemaInitialization mode = Objects.requireNonNullElseGet(when, this::likeModulith);
        if (mode != SchemaInitialization.NEVER) {
            settings.setSchemaLocations(List.of("optional:classpath:" + script()));
            settings.setMode(DatabaseInitializationMode.valueOf(mode.name()));
            // Another instance may be creating the table concurrently.
            settings.setContinueOnError(true);
            new DataSourceScriptDatabaseInitializer(dataSource, settings).initializeDatabase();
        }
        check(mode);
    }

    private SchemaInitialization likeModulith() {
        return environment.getProperty(OF_MODULITH, Boolean.class, true)
                ? SchemaInitialization.ALWAYS
                : SchemaInitialization.NEVER;
    }

    private String script() {
        return new PlatformPlaceholderDatabaseDriverResolver()
                .resolveAll(dataSource, SCRIPT)
                .get(0);
    }

    private void check(SchemaInitialization mode) {
        try {
            new JdbcTemplate(dataSource)
                    .queryForList(
                            "SELECT publication_id, attempts, outcome FROM " + PublicationTable.ENDED + " WHERE 1 = 0");
        } catch (DataAccessException missing) {
            throw InvalidPropertyException.of(
                    environment,
                    PROPERTY,
                    mode.name().toLowerCase(Locale.ROOT),
                    "the table backoff_ended_publication cannot be read: "
                            + missing.getMostSpecificCause().getMessage(),
                    "Set it to always, or create the table in the application's own scripts as " + script() + " does.");
        }
    }
}
