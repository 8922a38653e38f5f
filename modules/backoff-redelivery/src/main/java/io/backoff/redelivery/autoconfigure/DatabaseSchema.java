package io.backoff.redelivery.autoconfigure;

import io.backoff.config.SchemaInitialization;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.init.DatabaseInitializationProperties;
import org.springframework.boot.jdbc.init.PropertiesBasedDataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.dao.DataAccessException;

/** Creates the table of db-scheduler if it does not exist. */
public final class DatabaseSchema
        extends PropertiesBasedDataSourceScriptDatabaseInitializer<DatabaseSchema.Properties> {

    public DatabaseSchema(DataSource dataSource, SchemaInitialization when) {
        super(dataSource, new Properties(when));
    }

    /** Tries twice: another instance may be creating the table at the same time, and the script is repeatable. */
    @Override
    public boolean initializeDatabase() {
        try {
            return super.initializeDatabase();
        } catch (DataAccessException concurrent) {
            return super.initializeDatabase();
        }
    }

    static final class Properties extends DatabaseInitializationProperties {

        Properties(SchemaInitialization when) {
            setInitializeSchema(DatabaseInitializationMode.valueOf(when.name()));
            setContinueOnError(false);
            if (when == SchemaInitialization.NEVER) {
                setPlatform(
                        "any"); // Avoids detecting the platform from the database, which may be unknown or unavailable.
            }
        }

        @Override
        public String getDefaultSchemaLocation() {
            // A missing script is an error only with ALWAYS. With EMBEDDED, databases for which no script exists are
            // ignored.
            String optional = getInitializeSchema() == DatabaseInitializationMode.ALWAYS ? "" : "optional:";
            return optional + "classpath:io/backoff/redelivery/schema-@@platform@@.sql";
        }
    }
}
