package io.backoff.redelivery.autoconfigure;

import io.backoff.config.SchemaInitialization;
import io.backoff.logging.SpringLogger;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.init.DatabaseInitializationProperties;
import org.springframework.boot.jdbc.init.PropertiesBasedDataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.datasource.init.ScriptStatementFailedException;

/** Creates the table of db-scheduler if it does not exist. */
public final class DatabaseSchema
        extends PropertiesBasedDataSourceScriptDatabaseInitializer<DatabaseSchema.Properties> {

    private static final Logger logger = SpringLogger.of(DatabaseSchema.class);

    private static final int MAX_RUNS = 5;

    public DatabaseSchema(DataSource dataSource, SchemaInitialization when) {
        super(dataSource, new Properties(when));
    }

    /**
     * Runs the script again if a statement fails, because other instances may be creating the table or its indexes at
     * the same time.
     */
    @Override
    public boolean initializeDatabase() {
        for (int i = 1; i < MAX_RUNS; i++) {
            try {
                return super.initializeDatabase();
            } catch (ScriptStatementFailedException concurrent) {
                logger.log(Level.DEBUG, "A statement has failed; the script is run again", concurrent);
            }
        }
        return super.initializeDatabase();
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
