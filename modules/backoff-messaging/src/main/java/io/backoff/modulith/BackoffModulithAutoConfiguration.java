package io.backoff.modulith;

import io.backoff.autoconfigure.AdvisorRegistrar;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.autoconfigure.RetryExecutors;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.change.PolicyReference;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.TimeSource;
import io.backoff.engine.execution.Engine;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.CurrentPolicy;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.modulith.events.FailedEventPublications;
import org.springframework.modulith.events.core.EventPublicationRepository;
import org.springframework.modulith.events.core.EventSerializer;
import org.springframework.modulith.events.jdbc.JdbcRepositorySettings;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/** Resubmits incomplete event publications of Spring Modulith, if a property names a policy for them. */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = "org.springframework.modulith.events.config.EventPublicationAutoConfiguration")
@ConditionalOnProperty("backoff.modulith.policy")
@EnableConfigurationProperties(ModulithProperties.class)
public final class BackoffModulithAutoConfiguration {

    // Times computed with a longer duration would overflow.
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    @Bean
    PolicyReference backoffModulithPolicy(
            ModulithProperties properties, BackoffPolicies policies, Environment environment) {
        check(properties, environment);
        String policy = Objects.requireNonNullElse(properties.policy(), "");
        return PolicyReference.of("backoff.modulith.policy", policy, policies, environment);
    }

    private static void check(ModulithProperties properties, Environment environment) {
        Duration interval = properties.pollInterval();
        if (interval.isZero() || interval.isNegative()) {
            throw InvalidPropertyException.of(
                    environment,
                    "backoff.modulith.poll-interval",
                    interval,
                    "it must be more than 0",
                    "Use 5s, for example.");
        }
        Duration stale = properties.staleAfter();
        if (stale.isNegative() || stale.compareTo(LONGEST) > 0) {
            throw InvalidPropertyException.of(
                    environment,
                    "backoff.modulith.stale-after",
                    stale,
                    stale.isNegative() ? "it is negative" : "it is longer than the maximum of 292 years",
                    "Use 0 for unlimited.");
        }
    }

    @Bean
    ModulithCheck backoffModulithCheck(ConfigurableListableBeanFactory beans, Environment environment) {
        return new ModulithCheck(beans, environment);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        FailedEventPublications.class,
        EventPublicationRepository.class,
        JdbcRepositorySettings.class,
        JdbcTemplate.class,
        DataSourceScriptDatabaseInitializer.class,
        TransactionOperations.class
    })
    @ConditionalOnBean({JdbcRepositorySettings.class, FailedEventPublications.class})
    @ConditionalOnProperty(
            name = "spring.modulith.events.jdbc.use-legacy-structure",
            havingValue = "false",
            matchIfMissing = true)
    @Import(AdvisorRegistrar.class)
    @ImportRuntimeHints(PublicationSchemaHints.class)
    static class Jdbc {

        /**
         * The method is static, because Spring would otherwise create this configuration too early. The advisor has the
         * infrastructure role, because Spring ignores advisors of other roles if AspectJ is absent.
         */
        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static ListenerAdvisor backoffListenerAdvisor(
                ObjectProvider<ListenerInterceptor> interceptor, Environment environment) {
            return new ListenerAdvisor(EventListenerMethods.in(environment), interceptor::getObject);
        }

        @Bean
        Listeners backoffModulithListeners(
                ConfigurableListableBeanFactory beans,
                ObjectProvider<Engine> engine,
                BackoffPolicies policies,
                PolicyStore store,
                PolicyReference backoffModulithPolicy,
                Environment environment) {
            return new Listeners(
                    beans,
                    EventListenerMethods.in(environment),
                    engine::getObject,
                    store.forStoredCalls(policies, backoffModulithPolicy.policy()));
        }

        @Bean
        @DependsOnDatabaseInitialization
        PublicationTable backoffPublicationTable(
                DataSource source,
                JdbcRepositorySettings settings,
                ObjectProvider<PlatformTransactionManager> manager,
                ModulithProperties properties,
                Environment environment) {
            new EndedPublicationsSchema(source, properties.initializeSchema(), environment).initialize();
            PlatformTransactionManager known = manager.getIfUnique();
            return new PublicationTable(
                    source,
                    settings.getSchema(),
                    known == null ? TransactionOperations.withoutTransaction() : isolated(known),
                    ResubmissionPoll.MOST);
        }

        private static TransactionTemplate isolated(PlatformTransactionManager manager) {
            TransactionTemplate template = new TransactionTemplate(manager);
            template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            return template;
        }

        @Bean
        DueTimes backoffDueTimes(ModulithProperties properties) {
            return new DueTimes(properties.staleAfter());
        }

        @Bean
        RunningAttempts backoffRunningAttempts() {
            return new RunningAttempts();
        }

        @Bean
        ListenerInterceptor backoffListenerInterceptor(
                Listeners listeners, RunningAttempts running, FailedAttempts failed, TimeSource time) {
            return new ListenerInterceptor(listeners, running, failed, time);
        }

        @Bean
        FailedAttempts backoffFailedAttempts(
                ObjectProvider<EventSerializer> serializer, PublicationTable table, DueTimes times) {
            return new FailedAttempts(serializer::getObject, table, new PublicationEnds(table), times);
        }

        @Bean
        ResubmissionPoll backoffResubmissionPoll(
                ResubmissionPoll.Parts parts,
                BackoffPolicies policies,
                ModulithProperties properties,
                Environment environment,
                TimeSource time) {
            return new ResubmissionPoll(
                    parts,
                    CurrentPolicy.of(policies, Objects.requireNonNullElse(properties.policy(), "")),
                    properties,
                    RetryExecutors.executor(environment, "backoff-modulith-"),
                    time);
        }

        @Bean
        ResubmissionPoll.Parts backoffResubmission(
                ObjectProvider<FailedEventPublications> modulith,
                PublicationTable table,
                Listeners listeners,
                RunningAttempts running,
                DueTimes times,
                TimeSource time) {
            PublicationEnds ends = new PublicationEnds(table);
            return new ResubmissionPoll.Parts(
                    table,
                    new DuePublications(table, listeners, times, ends),
                    new Resubmission(modulith::getObject, table, ends, running, times, time),
                    running);
        }
    }
}
