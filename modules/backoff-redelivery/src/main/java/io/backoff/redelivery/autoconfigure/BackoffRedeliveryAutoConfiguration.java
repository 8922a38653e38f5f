package io.backoff.redelivery.autoconfigure;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.backoff.aop.PolicyNames;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.autoconfigure.RetryExecutors;
import io.backoff.config.AdviceOrder;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.TimeSource;
import io.backoff.engine.execution.Engine;
import io.backoff.json.JsonValues;
import io.backoff.meters.ContextMeters;
import io.backoff.meters.MetricsProperties;
import io.backoff.method.PreRegisteredSingletons;
import io.backoff.method.UnavailableAnnotation;
import io.backoff.policy.BackoffPolicies;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.DeliveryPause;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.call.SchedulerDatabase;
import io.backoff.redelivery.call.SerializerPostProcessor;
import io.backoff.redelivery.call.StoredCall;
import io.backoff.redelivery.call.StoredCallCodec;
import io.backoff.redelivery.call.StoringClient;
import io.backoff.redelivery.delivery.AttemptsUnderWay;
import io.backoff.redelivery.delivery.CallCompletion;
import io.backoff.redelivery.delivery.DeadLetterRetention;
import io.backoff.redelivery.delivery.DeliveryPauses;
import io.backoff.redelivery.delivery.ParkedCalls;
import io.backoff.redelivery.delivery.RedeliveryHousekeeping;
import io.backoff.redelivery.delivery.RedeliveryMeters;
import io.backoff.redelivery.delivery.RedeliveryTaskHandler;
import io.backoff.redelivery.delivery.StoredCallCounts;
import io.backoff.redelivery.endpoint.DeliveryStates;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint;
import io.backoff.redelivery.endpoint.RedeliveryOperator;
import io.backoff.redelivery.endpoint.RedeliveryParameters;
import io.backoff.redelivery.method.RedeliverAdvisor;
import io.backoff.redelivery.method.RedeliverInterceptor;
import io.backoff.redelivery.method.RedeliveredMethodFactory;
import io.backoff.redelivery.method.RedeliveredMethods;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/** Stores and delivers calls of {@link Redeliver} methods. */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
public final class BackoffRedeliveryAutoConfiguration {

    /**
     * Rejects {@link Redeliver} if libraries are missing. Without them, calls would be made immediately, and lost on
     * failure.
     */
    @Bean
    SmartInitializingSingleton backoffRedeliveryCheck(ConfigurableListableBeanFactory beans) {
        return beans.containsBean("backoffRedeliveredMethods")
                ? () -> {}
                : new UnavailableAnnotation(
                        beans,
                        Redeliver.class,
                        bean -> "calls cannot be stored without db-scheduler, Spring's JDBC and Jackson",
                        "Add com.github.kagkarlsson:db-scheduler-spring-boot-4-starter, spring-boot-starter-jdbc and "
                                + "spring-boot-starter-jackson to the dependencies.");
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        Scheduler.class,
        DbSchedulerCustomizer.class,
        JsonMapper.class,
        TransactionOperations.class,
        JdbcTemplate.class
    })
    @EnableConfigurationProperties(RedeliveryProperties.class)
    @ImportRuntimeHints(StoredCallHints.class)
    static class Redelivery {

        private static final String THREADS = "backoff-redelivery-";

        private final ObjectProvider<RedeliveryActions> actions;

        Redelivery(ObjectProvider<RedeliveryActions> actions) {
            this.actions = actions;
        }

        /**
         * The method is static, because it would otherwise create this configuration too early. The advisor has the
         * infrastructure role, because Spring ignores advisors of other roles if AspectJ is absent. Its order places it
         * outside the retry advisor.
         */
        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static RedeliverAdvisor backoffRedeliverAdvisor(
                ObjectProvider<RedeliveredMethods> methods, ObjectProvider<CallStore> store, Environment environment) {
            int retries = AdviceOrder.of(environment);
            return new RedeliverAdvisor(
                    () -> new RedeliverInterceptor(methods::getObject, store::getObject),
                    Math.max(retries, Integer.MIN_VALUE + 1) - 1);
        }

        @Bean
        static SerializerPostProcessor backoffStoredCallSerializer(ObjectProvider<StoredCallCodec> json) {
            return new SerializerPostProcessor(json::getObject);
        }

        @Bean
        StoredCallCodec backoffStoredCallCodec(ObjectProvider<JsonMapper> mapper) {
            return new StoredCallCodec(new JsonValues(mapper.getIfUnique(JsonMapper::new)));
        }

        @Bean
        RedeliveredMethods backoffRedeliveredMethods(
                ConfigurableListableBeanFactory beans,
                PreRegisteredSingletons preRegistered,
                ObjectProvider<Engine> engine,
                BackoffPolicies policies,
                PolicyStore store,
                StoredCallCodec codec,
                CallScheduler scheduler,
                CallTable table) {
            return new RedeliveredMethods(
                    beans,
                    preRegistered,
                    new RedeliveredMethodFactory(
                            engine::getObject, policies, new PolicyNames(beans, policies), store, codec),
                    () -> scheduler.isAvailable() && table.isKnown());
        }

        @Bean
        AttemptsUnderWay backoffAttemptsUnderWay() {
            return new AttemptsUnderWay();
        }

        @Bean
        RedeliveryLifecycle backoffRedeliveryLifecycle(ObjectProvider<Scheduler> scheduler, AttemptsUnderWay attempts) {
            return new RedeliveryLifecycle(scheduler::getIfAvailable, attempts);
        }

        @Bean
        SchedulerDatabase backoffSchedulerDatabase(
                ObjectProvider<DataSource> dataSource,
                ObjectProvider<DbSchedulerCustomizer> customizer,
                Environment environment) {
            return new SchedulerDatabase(dataSource, customizer, environment);
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
            return new CallTable(database, environment.getProperty(StoringClient.TABLE, "scheduled_tasks"));
        }

        @Bean
        DeadLetters backoffDeadLetters(
                CallScheduler scheduler, CallTable table, StoredCallCodec codec, TimeSource time) {
            return new DeadLetters(scheduler, table, codec, time);
        }

        @Bean
        CallStore backoffCallStore(CallScheduler scheduler, CallTable table, StoredCallCodec codec, TimeSource time) {
            return new CallStore(scheduler, table, codec, actions(), time);
        }

        @Bean
        DeliveryPauses backoffDeliveryPauses(CallScheduler scheduler, CallTable table, TimeSource time) {
            return new DeliveryPauses(scheduler, table, time);
        }

        @Bean
        ParkedCalls backoffParkedCalls(
                RedeliveredMethods methods,
                DeliveryPauses pauses,
                CallTable table,
                CallScheduler scheduler,
                TimeSource time) {
            return new ParkedCalls(methods, pauses, table, scheduler, time);
        }

        @Bean
        RedeliveryTaskHandler backoffRedeliveryTaskHandler(
                RedeliveredMethods methods,
                StoredCallCodec codec,
                ParkedCalls parked,
                CallTable table,
                ApplicationEventPublisher events,
                AttemptsUnderWay attempts,
                TimeSource time) {
            return new RedeliveryTaskHandler(
                    methods,
                    codec,
                    new CallCompletion(table, events::publishEvent, actions(), time),
                    parked,
                    attempts,
                    time);
        }

        @Bean
        Task<StoredCall> backoffRedeliveryTask(RedeliveryTaskHandler handler) {
            return task(CallStore.TASK, handler);
        }

        /**
         * The task of dead letters, which are never due. Without this task, db-scheduler would delete their rows as
         * unresolved.
         */
        @Bean
        Task<StoredCall> backoffDeadLetterTask(RedeliveryTaskHandler handler) {
            return task(DeadLetters.TASK, handler);
        }

        /** The task whose rows are parked calls. Like dead letters, they are never due. */
        @Bean
        Task<StoredCall> backoffParkedCallTask(RedeliveryTaskHandler handler) {
            return task(CallStore.PARKED, handler);
        }

        /** The task whose rows store pauses. Like dead letters, they are never due. */
        @Bean
        Task<DeliveryPause> backoffRedeliveryPauseTask() {
            return Tasks.custom(DeliveryPauses.TASK, DeliveryPause.class)
                    .execute((instance, context) ->
                            (complete, operations) -> operations.reschedule(complete, CallStore.NEVER));
        }

        @Bean
        StoredCallCounts backoffStoredCallCounts(CallTable table, TimeSource time, Environment environment) {
            return new StoredCallCounts(table, RetryExecutors.executor(environment, THREADS), time);
        }

        @Bean
        DeadLetterRetention backoffDeadLetterRetention(
                DeadLetters letters, RedeliveryProperties properties, Environment environment, TimeSource time) {
            Duration retention = properties.deadLetterRetention();
            rejectNegative(retention, environment);
            return new DeadLetterRetention(letters, actions(), retention, time);
        }

        private static void rejectNegative(Duration retention, Environment environment) {
            if (retention.isNegative()) {
                throw InvalidPropertyException.of(
                        environment,
                        "backoff.redelivery.dead-letter-retention",
                        retention,
                        "it is negative",
                        "Use 0 to keep dead letters forever.");
            }
        }

        @Bean
        RedeliveryHousekeeping backoffRedeliveryHousekeeping(
                RedeliveredMethods methods,
                ParkedCalls parked,
                DeadLetterRetention retention,
                StoredCallCounts counts,
                TimeSource time) {
            // Parked calls are released first, because users may wait for them.
            return new RedeliveryHousekeeping(methods, List.of(parked::tidyUp, retention), counts.threads(), time);
        }

        private static Task<StoredCall> task(String name, RedeliveryTaskHandler handler) {
            return Tasks.custom(name, StoredCall.class)
                    .onFailure(new FailureHandler.OnFailureRetryLater<>(RedeliveryTaskHandler.NOT_FOUND))
                    .onDeadExecution(handler::takeOver)
                    .execute((instance, context) ->
                            handler.run(instance, context.getExecution().getExecutionTime()));
        }

        private RedeliveryActions actions() {
            return actions.getIfAvailable(() -> RedeliveryActions.NONE);
        }
    }

    /**
     * Creates the table of db-scheduler before the beans that use the database are created. A table whose name differs
     * from db-scheduler's default is not created.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Scheduler.class, DataSourceScriptDatabaseInitializer.class})
    @ConditionalOnSingleCandidate(DataSource.class)
    @ConditionalOnProperty(name = "db-scheduler.table-name", havingValue = "scheduled_tasks", matchIfMissing = true)
    @Import(DatabaseInitializationDependencyConfigurer.class)
    @EnableConfigurationProperties(RedeliveryProperties.class)
    static class Schema {

        @Bean
        DatabaseSchema backoffRedeliverySchema(DataSource dataSource, RedeliveryProperties properties) {
            return new DatabaseSchema(dataSource, properties.initializeSchema());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        Scheduler.class,
        DbSchedulerCustomizer.class,
        JsonMapper.class,
        JdbcTemplate.class,
        ConditionalOnAvailableEndpoint.class
    })
    @ConditionalOnAvailableEndpoint(RedeliveryEndpoint.class)
    static class Endpoints {

        @Bean
        RedeliveryOperator backoffRedeliveryOperator(
                DeadLetters letters,
                ParkedCalls parked,
                ObjectProvider<RedeliveryActions> actions,
                ApplicationEventPublisher events,
                TimeSource time) {
            return new RedeliveryOperator(
                    letters, parked, actions.getIfAvailable(() -> RedeliveryActions.NONE), events::publishEvent, time);
        }

        @Bean
        RedeliveryEndpoint backoffRedeliveryEndpoint(
                DeadLetters letters,
                RedeliveryOperator operator,
                RedeliveredMethods methods,
                DeliveryPauses pauses,
                CallTable table) {
            return new RedeliveryEndpoint(
                    letters, new DeliveryStates(methods, pauses, table), operator, new RedeliveryParameters(methods));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        Scheduler.class,
        DbSchedulerCustomizer.class,
        JsonMapper.class,
        JdbcTemplate.class,
        MeterRegistry.class
    })
    @ConditionalOnSingleCandidate(MeterRegistry.class)
    @ConditionalOnBooleanProperty(name = "backoff.metrics.enabled", matchIfMissing = true)
    @EnableConfigurationProperties(MetricsProperties.class)
    @Import(ContextMeters.class)
    static class Meters {

        @Bean
        RedeliveryMeters backoffRedeliveryMeters(
                ContextMeters meters,
                ObjectProvider<RedeliveredMethods> methods,
                ObjectProvider<StoredCallCounts> counts,
                ObjectProvider<DeliveryPauses> pauses,
                ObjectProvider<CallScheduler> scheduler,
                MetricsProperties properties) {
            return new RedeliveryMeters(
                    meters,
                    methods::getObject,
                    counts::getObject,
                    pauses::getObject,
                    scheduler::getObject,
                    properties.methodTag());
        }
    }
}
