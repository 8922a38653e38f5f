package io.backoff.redelivery.autoconfigure;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import io.backoff.aop.PolicyNames;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.AdviceOrder;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.execution.Engine;
import io.backoff.json.JsonValues;
import io.backoff.meters.ContextMeters;
import io.backoff.meters.MetricsProperties;
import io.backoff.method.PreRegisteredSingletons;
import io.backoff.policy.BackoffPolicies;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.call.SerializerPostProcessor;
import io.backoff.redelivery.call.StoredCallCodec;
import io.backoff.redelivery.delivery.DeliveryPauses;
import io.backoff.redelivery.delivery.HeldCalls;
import io.backoff.redelivery.delivery.RedeliveryMeters;
import io.backoff.redelivery.delivery.StoredCallCounts;
import io.backoff.redelivery.endpoint.DeliveryStates;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint;
import io.backoff.redelivery.endpoint.RedeliveryOperator;
import io.backoff.redelivery.endpoint.RedeliveryParameters;
import io.backoff.redelivery.method.RedeliverAdvisor;
import io.backoff.redelivery.method.RedeliverInterceptor;
import io.backoff.redelivery.method.RedeliveredMethodFactory;
import io.backoff.redelivery.method.RedeliveredMethods;
import io.backoff.redelivery.method.RedeliveryCheck;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
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

/** Auto-configuration that stores and delivers calls of {@link Redeliver} methods. */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
public final class BackoffRedeliveryAutoConfiguration {

    @Bean
    RedeliveryCheck backoffRedeliveryCheck(ConfigurableListableBeanFactory beans) {
        return new RedeliveryCheck(beans, beans.containsBean("backoffRedeliveredMethods"));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        Scheduler.class,
        DbSchedulerCustomizer.class,
        JsonMapper.class,
        TransactionOperations.class,
        JdbcTemplate.class
    })
    @Import({RedeliveryStorage.class, RedeliveryDelivery.class})
    @ImportRuntimeHints(StoredCallHints.class)
    static class Redelivery {

        /** Static and with the infrastructure role, like the advisor of retries, and ordered outside it. */
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
        RedeliveryLifecycle backoffRedeliveryLifecycle(ObjectProvider<Scheduler> scheduler) {
            return new RedeliveryLifecycle(scheduler::getIfAvailable);
        }
    }

    /**
     * Creates the table, unless it has another name than db-scheduler's default. Beans that use the database are
     * created after it.
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
                HeldCalls held,
                ObjectProvider<RedeliveryActions> actions,
                ApplicationEventPublisher events) {
            return new RedeliveryOperator(
                    letters, held, actions.getIfAvailable(() -> RedeliveryActions.NONE), events::publishEvent);
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
                MetricsProperties properties) {
            return new RedeliveryMeters(
                    meters, methods::getObject, counts::getObject, pauses::getObject, properties.methodTag());
        }
    }
}
