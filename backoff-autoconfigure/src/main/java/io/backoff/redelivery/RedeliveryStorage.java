package io.backoff.redelivery;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerConfigurationSupport;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.task.Task;
import io.backoff.engine.TimeSource;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** What stored calls are written and read with. */
@Configuration(proxyBeanMethods = false)
class RedeliveryStorage {

    private static final Log logger = LogFactory.getLog(RedeliveryStorage.class);

    private static final String TABLE = "db-scheduler.table-name";

    @Bean
    CallScheduler backoffCallScheduler(
            ObjectProvider<Scheduler> scheduler,
            ObjectProvider<Task<?>> tasks,
            ObjectProvider<DataSource> dataSource,
            ObjectProvider<CallJson> json,
            Environment environment) {
        return new CallScheduler(
                scheduler::getIfAvailable,
                () -> environment.getProperty("db-scheduler.enabled", Boolean.class, true)
                        ? null
                        : storing(dataSource.getIfUnique(), tasks.stream().toList(), json.getObject(), environment));
    }

    /** A client that knows the tasks but runs none of them. */
    private static @Nullable SchedulerClient storing(
            @Nullable DataSource dataSource, List<Task<?>> tasks, CallJson json, Environment environment) {
        if (dataSource == null) {
            return null;
        }
        SchedulerClient.Builder builder = SchedulerClient.Builder.create(
                        DbSchedulerConfigurationSupport.configureDataSource(dataSource), tasks)
                .serializer(new StoredCallSerializer(json, DbSchedulerConfigurationSupport.SPRING_JAVA_SERIALIZER))
                .tableName(environment.getProperty(TABLE, "scheduled_tasks"));
        if (environment.getProperty("db-scheduler.priority-enabled", Boolean.class, false)) {
            builder.enablePriority();
        }
        logger.info("This instance stores calls and delivers none: db-scheduler.enabled is false");
        return builder.build();
    }

    @Bean
    CallTable backoffCallTable(
            ObjectProvider<DataSource> dataSource,
            ObjectProvider<DbSchedulerCustomizer> customizer,
            Environment environment) {
        return new CallTable(
                () -> Optional.ofNullable(customizer.getIfUnique())
                        .flatMap(DbSchedulerCustomizer::dataSource)
                        .or(() -> Optional.ofNullable(dataSource.getIfUnique()))
                        .orElseThrow(() -> new IllegalStateException(
                                "Stored calls need the DataSource of db-scheduler, but none is the only or the primary"
                                        + " one. Mark it as @Primary, or return it from a DbSchedulerCustomizer.")),
                environment.getProperty(TABLE, "scheduled_tasks"));
    }

    @Bean
    DeadLetters backoffDeadLetters(CallScheduler scheduler, CallTable table, CallJson json, TimeSource time) {
        return new DeadLetters(scheduler, table, json, time);
    }
}
