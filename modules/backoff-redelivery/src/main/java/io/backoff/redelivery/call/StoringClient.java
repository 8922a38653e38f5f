package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerConfigurationSupport;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.Task;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;

/**
 * Supplies a client that stores calls but runs no tasks, for an instance whose db-scheduler is disabled. It writes the
 * same rows as the scheduler of an instance with the same settings.
 */
public record StoringClient(
        SchedulerDatabase database,
        ObjectProvider<Task<?>> tasks,
        ObjectProvider<StoredCallCodec> json,
        Environment environment)
        implements Supplier<@Nullable SchedulerClient> {

    public static final String TABLE = "db-scheduler.table-name";

    private static final Logger logger = SpringLogger.of(StoringClient.class);

    private static final LogMessage DELIVERS_NONE =
            LogMessage.info("This instance stores calls but delivers none: db-scheduler.enabled is false");

    /** Creates the client; returns {@code null} unless db-scheduler is disabled and there is a database. */
    @Override
    public @Nullable SchedulerClient get() {
        if (environment.getProperty("db-scheduler.enabled", Boolean.class, true)) {
            return null;
        }
        SchedulerClient client = database.find().map(this::create).orElse(null);
        if (client != null) {
            DELIVERS_NONE.with().log(logger);
        }
        return client;
    }

    private SchedulerClient create(DataSource dataSource) {
        DataSource transactional = DbSchedulerConfigurationSupport.configureDataSource(dataSource);
        SchedulerClient.Builder builder = builder(transactional);
        if (environment.getProperty("db-scheduler.priority-enabled", Boolean.class, false)) {
            builder.enablePriority();
        }
        return builder.build();
    }

    private SchedulerClient.Builder builder(DataSource transactional) {
        List<Task<?>> known = tasks.stream().toList();
        return SchedulerClient.Builder.create(transactional, known)
                .serializer(serializer())
                .tableName(environment.getProperty(TABLE, "scheduled_tasks"))
                .jdbcCustomization(database.jdbc(transactional));
    }

    private Serializer serializer() {
        return database.customizer()
                .flatMap(DbSchedulerCustomizer::serializer)
                .orElseGet(() -> new StoredCallSerializer(
                        json.getObject(), DbSchedulerConfigurationSupport.SPRING_JAVA_SERIALIZER));
    }
}
