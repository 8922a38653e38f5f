package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;

/**
 * The database of db-scheduler: the {@code DataSource} of its customizer, else the only or primary one. Shared by the
 * code that stores, delivers and counts calls.
 */
public record SchedulerDatabase(
        ObjectProvider<DataSource> only, ObjectProvider<DbSchedulerCustomizer> customizers, Environment environment) {

    private static final String UTC = "db-scheduler.always-persist-timestamp-in-utc";

    /** The application's db-scheduler customizer. */
    Optional<DbSchedulerCustomizer> customizer() {
        return Optional.ofNullable(customizers.getIfUnique());
    }

    /** Determines how db-scheduler writes times and data to this database. */
    JdbcCustomization jdbc(DataSource source) {
        return customizer()
                .flatMap(DbSchedulerCustomizer::jdbcCustomization)
                .orElseGet(() ->
                        new AutodetectJdbcCustomization(source, environment.getProperty(UTC, Boolean.class, false)));
    }

    Optional<DataSource> find() {
        return customizer()
                .flatMap(DbSchedulerCustomizer::dataSource)
                .or(() -> Optional.ofNullable(only.getIfUnique()));
    }

    public DataSource get() {
        return find().orElseThrow(() -> new IllegalStateException(
                "Stored calls need the DataSource of db-scheduler, but there is no single or primary "
                        + "one. Mark one as @Primary, or return it from a DbSchedulerCustomizer."));
    }
}
