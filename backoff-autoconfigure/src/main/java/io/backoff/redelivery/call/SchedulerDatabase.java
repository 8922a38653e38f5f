package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The database that db-scheduler uses: what its customizer names, else the only or the primary one. Who stores calls, who
 * delivers them and who counts them all have to ask here.
 */
public record SchedulerDatabase(ObjectProvider<DataSource> only, ObjectProvider<DbSchedulerCustomizer> customizers) {

    /** What the application customizes of db-scheduler. */
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
