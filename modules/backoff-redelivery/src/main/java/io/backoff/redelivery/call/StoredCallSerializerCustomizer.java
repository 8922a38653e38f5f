package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerConfigurationSupport;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import javax.sql.DataSource;

/** Decorates the application's customizer of db-scheduler with a serializer that supports stored calls. */
record StoredCallSerializerCustomizer(DbSchedulerCustomizer application, StoredCallCodec codec)
        implements DbSchedulerCustomizer {

    @Override
    public Optional<Serializer> serializer() {
        Serializer others = application.serializer().orElse(DbSchedulerConfigurationSupport.SPRING_JAVA_SERIALIZER);
        return Optional.of(new StoredCallSerializer(codec, others));
    }

    @Override
    public Optional<SchedulerName> schedulerName() {
        return application.schedulerName();
    }

    @Override
    public Optional<ExecutorService> executorService() {
        return application.executorService();
    }

    @Override
    public Optional<ExecutorService> dueExecutor() {
        return application.dueExecutor();
    }

    @Override
    public Optional<ScheduledExecutorService> housekeeperExecutor() {
        return application.housekeeperExecutor();
    }

    @Override
    public Optional<JdbcCustomization> jdbcCustomization() {
        return application.jdbcCustomization();
    }

    @Override
    public Optional<DataSource> dataSource() {
        return application.dataSource();
    }
}
