package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The database that db-scheduler uses: the one that its customizer names, else the only or primary one. The code that
 * stores, delivers and counts calls takes it from here.
 */
public record SchedulerDatabase(ObjectProvider<DataSource> only, ObjectProvider<DbSchedulerCustomizer> customizers) {

    /** The application's customizer of db-scheduler. */
    Optional<DbSchedulerCustomizer> customizer() {
        return Optional.ofNullable(customizers.getIfUnique());
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
