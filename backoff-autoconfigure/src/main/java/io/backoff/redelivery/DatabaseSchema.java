package io.backoff.redelivery;

import io.backoff.autoconfigure.SchemaInitialization;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.init.PlatformPlaceholderDatabaseDriverResolver;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;

/** Creates the table of db-scheduler where it does not exist. */
final class DatabaseSchema extends DataSourceScriptDatabaseInitializer {

    private static final String SCRIPT = "classpath:io/backoff/redelivery/schema-@@platform@@.sql";

    DatabaseSchema(DataSource dataSource, SchemaInitialization when) {
        super(dataSource, settings(dataSource, when));
    }

    private static DatabaseInitializationSettings settings(DataSource dataSource, SchemaInitialization when) {
        DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
        settings.setMode(DatabaseInitializationMode.valueOf(when.name()));
        if (when != SchemaInitialization.NEVER) {
            settings.setSchemaLocations(locations(dataSource, when));
        }
        return settings;
    }

    private static List<String> locations(DataSource dataSource, SchemaInitialization when) {
        PlatformPlaceholderDatabaseDriverResolver platforms = new PlatformPlaceholderDatabaseDriverResolver();
        // Asked to create it always, we must not pass over a database that we have no script for.
        String optional = when == SchemaInitialization.EMBEDDED ? "optional:" : "";
        return platforms.resolveAll(dataSource, optional + SCRIPT);
    }
}
