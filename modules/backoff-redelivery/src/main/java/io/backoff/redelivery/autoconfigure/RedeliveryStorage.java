package io.backoff.redelivery.autoconfigure;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.task.Task;
import io.backoff.engine.TimeSource;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.SchedulerDatabase;
import io.backoff.redelivery.call.StoredCallCodec;
import io.backoff.redelivery.call.StoringClient;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Configures the beans that write and read stored calls. */
@Configuration(proxyBeanMethods = false)
class RedeliveryStorage {

    @Bean
    SchedulerDatabase backoffSchedulerDatabase(
            ObjectProvider<DataSource> dataSource, ObjectProvider<DbSchedulerCustomizer> customizer) {
        return new SchedulerDatabase(dataSource, customizer);
    }

    @Bean
    CallScheduler backoffCallScheduler(
            ObjectProvider<Scheduler> scheduler,
            SchedulerDatabase database,
            ObjectProvider<Task<?>> tasks,
            ObjectProvider<StoredCallCodec> json,
            Environment environment) {
        return new CallScheduler(scheduler::getIfAvailable, new StoringClient(database, tasks, json, environment));
    }

    @Bean
    CallTable backoffCallTable(SchedulerDatabase database, Environment environment) {
        return new CallTable(database::get, environment.getProperty(StoringClient.TABLE, "scheduled_tasks"));
    }

    @Bean
    DeadLetters backoffDeadLetters(CallScheduler scheduler, CallTable table, StoredCallCodec codec, TimeSource time) {
        return new DeadLetters(scheduler, table, codec, time);
    }
}
