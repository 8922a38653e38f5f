package io.backoff.redelivery;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.backoff.aop.PolicyNames;
import io.backoff.aop.ReadyMadeBeans;
import io.backoff.autoconfigure.AdviceOrder;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.autoconfigure.BackoffProperties;
import io.backoff.autoconfigure.PolicyStore;
import io.backoff.engine.Engine;
import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicies;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Stores calls of methods that {@link Redeliver} is on, and makes them. */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
public final class BackoffRedeliveryAutoConfiguration {

    @Bean
    RedeliveryCheck backoffRedeliveryCheck(ConfigurableListableBeanFactory beans) {
        return new RedeliveryCheck(beans, beans.containsBean("backoffRedeliveredMethods"));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Scheduler.class, DbSchedulerCustomizer.class, JsonMapper.class, TransactionOperations.class})
    @ImportRuntimeHints(StoredCallHints.class)
    static class Redelivery {

        /** Static, and of the infrastructure role, as the advisor of retries; outside of that one. */
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
        static SerializerPostProcessor backoffStoredCallSerializer(ObjectProvider<CallJson> json) {
            return new SerializerPostProcessor(json::getObject);
        }

        @Bean
        CallJson backoffCallJson(ObjectProvider<JsonMapper> mapper) {
            return new CallJson(mapper.getIfUnique(JsonMapper::new));
        }

        @Bean
        RedeliveredMethods backoffRedeliveredMethods(
                ConfigurableListableBeanFactory beans,
                ReadyMadeBeans readyMade,
                ObjectProvider<Engine> engine,
                BackoffPolicies policies,
                PolicyStore store,
                CallJson json) {
            return new RedeliveredMethods(
                    beans,
                    readyMade,
                    new RedeliveredMethodFactory(
                            engine::getObject, policies, new PolicyNames(beans, policies), store, json),
                    type -> beans.getBeanProvider(type).getIfAvailable() != null);
        }

        @Bean
        CallStore backoffCallStore(ObjectProvider<Scheduler> scheduler, CallJson json, TimeSource time) {
            return new CallStore(scheduler::getObject, json, time);
        }

        @Bean
        DeadLetters backoffDeadLetters(
                ObjectProvider<Scheduler> scheduler,
                ObjectProvider<PlatformTransactionManager> transactions,
                ApplicationEventPublisher events,
                TimeSource time) {
            return new DeadLetters(
                    scheduler::getObject, () -> operations(transactions.getIfUnique()), events::publishEvent, time);
        }

        private static TransactionOperations operations(@Nullable PlatformTransactionManager manager) {
            return manager == null ? TransactionOperations.withoutTransaction() : new TransactionTemplate(manager);
        }

        @Bean
        AttemptRunner backoffAttemptRunner(
                RedeliveredMethods methods, CallJson json, DeadLetters deadLetters, TimeSource time) {
            return new AttemptRunner(methods, json, deadLetters, time);
        }

        @Bean
        Task<StoredCall> backoffRedeliveryTask(AttemptRunner runner) {
            return task(CallStore.TASK, runner);
        }

        /** Never due. That db-scheduler knows it keeps it from deleting the rows. */
        @Bean
        Task<StoredCall> backoffDeadLetterTask(AttemptRunner runner) {
            return task(DeadLetters.TASK, runner);
        }

        private static Task<StoredCall> task(String name, AttemptRunner runner) {
            return Tasks.custom(name, StoredCall.class)
                    .onFailure(new FailureHandler.OnFailureRetryLater<>(AttemptRunner.NOT_FOUND))
                    .onDeadExecution(runner::takeOver)
                    .execute((instance, context) -> runner.run(instance));
        }

        @Bean
        RedeliveryLifecycle backoffRedeliveryLifecycle(ObjectProvider<Scheduler> scheduler) {
            return new RedeliveryLifecycle(scheduler::getIfAvailable);
        }
    }

    /** Another table name is for somebody else to create. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Scheduler.class, DataSourceScriptDatabaseInitializer.class})
    @ConditionalOnSingleCandidate(DataSource.class)
    @ConditionalOnProperty(name = "db-scheduler.table-name", havingValue = "scheduled_tasks", matchIfMissing = true)
    static class Schema {

        @Bean
        DatabaseSchema backoffRedeliverySchema(DataSource dataSource, BackoffProperties properties) {
            return new DatabaseSchema(dataSource, properties.redelivery().initializeSchema());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Scheduler.class, JsonMapper.class, ConditionalOnAvailableEndpoint.class})
    @ConditionalOnAvailableEndpoint(RedeliveryEndpoint.class)
    static class Endpoints {

        @Bean
        RedeliveryEndpoint backoffRedeliveryEndpoint(DeadLetters deadLetters) {
            return new RedeliveryEndpoint(deadLetters);
        }
    }
}
