package io.backoff.autoconfigure;

import io.backoff.Idempotent;
import io.backoff.aop.BackoffAdvisor;
import io.backoff.aop.BackoffInvoker;
import io.backoff.aop.FinalClasses;
import io.backoff.aop.HiddenTargets;
import io.backoff.aop.MethodInspection;
import io.backoff.classify.Classifier;
import io.backoff.classify.CodedFailures;
import io.backoff.classify.FailureGroups;
import io.backoff.classify.ResponseExtractor;
import io.backoff.config.AdviceOrder;
import io.backoff.config.BackoffProperties;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.TransactionMode;
import io.backoff.config.WrittenProperties;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.PolicyUse;
import io.backoff.config.change.SettingsLog;
import io.backoff.config.change.SettingsReload;
import io.backoff.config.change.UnusedPolicies;
import io.backoff.config.policy.Budgets;
import io.backoff.config.policy.PolicyAssembler;
import io.backoff.config.policy.PolicyMemory;
import io.backoff.config.policy.PolicyVeto;
import io.backoff.config.policy.SnapshotFactory;
import io.backoff.config.source.SettingsReader;
import io.backoff.engine.BackoffListener;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CallerContext;
import io.backoff.engine.CallerTransactions;
import io.backoff.engine.Shutdown;
import io.backoff.engine.TimeSource;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.operations.PolicyOperations;
import io.backoff.engine.operations.ProgrammaticGuards;
import io.backoff.engine.safe.SafeListeners;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.method.IntegrationCalls;
import io.backoff.method.PreRegisteredSingletons;
import io.backoff.method.UnavailableAnnotation;
import io.backoff.method.Weaving;
import io.backoff.policy.BackoffPolicies;
import io.backoff.result.ResultKind;
import io.backoff.result.ResultKinds;
import io.backoff.spring.SpringPolicies;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/** Guards annotated beans, and provides the policies and the programmatic API. */
@AutoConfiguration(
        after = AopAutoConfiguration.class,
        beforeName = {
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
            "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration"
        })
@EnableConfigurationProperties(BackoffProperties.class)
@Import(AdvisorRegistrar.class)
public final class BackoffAutoConfiguration {

    /** Creates the proxies, unless woven code intercepts calls: with both, attempts would multiply. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "backoff.advice-mode", havingValue = "proxy", matchIfMissing = true)
    static final class Proxies {

        /**
         * The method is static, because it would otherwise create this configuration too early. The advisor has the
         * infrastructure role, because Spring ignores advisors of other roles if AspectJ is absent.
         */
        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static BackoffAdvisor backoffAdvisor(ObjectProvider<BackoffInvoker> invoker, Environment environment) {
            return new BackoffAdvisor(invoker::getObject, AdviceOrder.of(environment));
        }

        @Bean
        static FinalClasses backoffFinalClasses() {
            return new FinalClasses();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration")
    static final class WithoutIdempotency {

        @Bean
        UnavailableAnnotation backoffUnguardedIdempotence(ConfigurableListableBeanFactory beans) {
            return new UnavailableAnnotation(
                    beans,
                    Idempotent.class,
                    bean -> "the bean '" + bean
                            + "' would carry out duplicate calls, because backoff-idempotency is not on the class path",
                    "Add the dependency 'io.backoff:backoff-idempotency'.");
        }
    }

    @Bean
    ResultKinds backoffResultKinds(ObjectProvider<ResultKind> kinds) {
        return new ResultKinds(kinds.orderedStream().toList());
    }

    @Bean
    BackoffInvoker backoffInvoker(
            ObjectProvider<Engine> engine,
            BackoffPolicies policies,
            ConfigurableListableBeanFactory beans,
            ResultKinds kinds,
            ObjectProvider<CallerTransactions> transactions,
            BackoffProperties properties) {
        return new BackoffInvoker(engine::getObject, policies, beans, kinds, transactions(transactions, properties));
    }

    private static CallerTransactions transactions(
            ObjectProvider<CallerTransactions> known, BackoffProperties properties) {
        return properties.transactions() == TransactionMode.RETRY
                ? CallerTransactions.NONE
                : known.getIfAvailable(() -> CallerTransactions.NONE);
    }

    @Bean
    MethodInspection backoffMethodInspection(
            ConfigurableListableBeanFactory beans,
            BackoffInvoker invoker,
            PreRegisteredSingletons preRegistered,
            HiddenTargets hidden,
            BackoffProperties properties,
            Environment environment,
            ObjectProvider<Weaving> weaving) {
        Weaving present = weaving.getIfAvailable();
        AdviceModeCheck.check(properties.adviceMode(), present, new WrittenProperties(environment));
        return new MethodInspection(beans, invoker, preRegistered, hidden, present);
    }

    /** The report looks up no bean before the application has started. */
    @Bean
    StartupReport backoffStartupReport(
            ApplicationContext context,
            ObjectProvider<MethodInspection> inspection,
            ObjectProvider<IntegrationCalls> integrations,
            ObjectProvider<EndpointPath> endpoint,
            BackoffProperties properties) {
        return new StartupReport(context, inspection, integrations, endpoint, properties.enabled());
    }

    @Bean
    UnusedPolicies backoffUnusedPolicies(
            PolicyStore store, ObjectProvider<MethodInspection> inspection, ObjectProvider<PolicyUse> uses) {
        return new UnusedPolicies(store, inspection, uses);
    }

    /** The method is static, because this object must exist before other beans are created. */
    @Bean
    static PreRegisteredSingletons backoffPreRegisteredSingletons() {
        return new PreRegisteredSingletons();
    }

    @Bean
    static HiddenTargets backoffHiddenTargets(ObjectProvider<BackoffAdvisor> advisor) {
        return new HiddenTargets(advisor::getIfAvailable);
    }

    @Bean
    Budgets backoffBudgets() {
        return new Budgets();
    }

    @Bean
    PolicyAssembler backoffPolicyAssembler(
            BackoffProperties properties,
            ObjectProvider<Classifier> classifiers,
            ObjectProvider<ResponseExtractor> extractors,
            ObjectProvider<CodedFailures> coded) {
        return new PolicyAssembler(
                List.of(new ApplicationClassifiers(classifiers)),
                extractors.orderedStream().toList(),
                FailureGroups.of(coded.orderedStream().toList()),
                properties.enabled());
    }

    @Bean
    SettingsLog backoffSettingChanges(TimeSource time) {
        return new SettingsLog(time);
    }

    @Bean
    SnapshotFactory backoffSnapshotFactory(
            PolicyAssembler assembler,
            Budgets budgets,
            PolicyMemory memory,
            ObjectProvider<BackoffInvoker> invoker,
            ObjectProvider<ProgrammaticGuards> guards,
            ObjectProvider<PolicyVeto> vetoes) {
        return new SnapshotFactory(assembler, budgets, memory, invoker, guards, vetoes);
    }

    @Bean
    PolicyMemory backoffPolicyMemory(
            BackoffProperties properties, Environment environment, TimeSource time, Shutdown shutdown) {
        int max = properties.keys().max();
        if (max < 1) {
            throw InvalidPropertyException.of(
                    environment, "backoff.keys.max", max, "it must be at least 1", "Use 1000, for example.");
        }
        PolicyMemory memory = new PolicyMemory(max, time);
        shutdown.onBegin(memory::leaveAll);
        return memory;
    }

    @Bean
    SettingsReader backoffSettingsReader(ConfigurableListableBeanFactory beans) {
        return new SettingsReader(beans);
    }

    @Bean
    PolicyStore backoffPolicyStore(
            SettingsReader reader,
            Environment environment,
            BackoffProperties properties,
            SnapshotFactory factory,
            SettingsLog changes) {
        return new PolicyStore(factory, reader.readAtStartup(environment, properties), changes, reader);
    }

    /** This bean is not lazy, because it must record the environment before any change. */
    @Bean
    SettingsReload backoffSettingsReload(
            PolicyStore store, TimeSource time, BackoffProperties properties, ConfigurableApplicationContext context) {
        return SettingsReload.of(store, time, properties.reload().interval(), context);
    }

    @Bean
    BackoffPolicies backoffPolicies(PolicyStore store) {
        return new BackoffPolicies(store::get);
    }

    @Bean
    Shutdown backoffShutdown() {
        return new Shutdown();
    }

    @Bean
    BackoffLifecycle backoffLifecycle(Shutdown shutdown) {
        return new BackoffLifecycle(shutdown);
    }

    @Bean
    @ConditionalOnMissingBean(value = TimeSource.class, search = SearchStrategy.CURRENT)
    SystemTimeSource backoffTime(Shutdown shutdown, Environment environment) {
        return new SystemTimeSource(shutdown, RetryExecutors.executor(environment));
    }

    @Bean
    CallStatisticsRegistry backoffCallStatistics(
            ObjectProvider<CallMeters.Factory> meters, ObjectProvider<AttemptRecorder.Factory> attempts) {
        return new CallStatisticsRegistry(
                () -> meters.getIfAvailable(() -> CallMeters.Factory.NONE),
                attempts.getIfAvailable(() -> AttemptRecorder.Factory.NONE));
    }

    /** This bean has no destroy method: Spring would otherwise call its accessor {@code shutdown} to destroy it. */
    @Bean(destroyMethod = "")
    Engine backoffEngine(
            TimeSource time,
            ObjectProvider<BackoffListener> listeners,
            CallStatisticsRegistry statistics,
            Shutdown shutdown,
            ObjectProvider<CallerContext> context,
            ObjectProvider<CallerTransactions> transactions,
            BackoffPolicies policies,
            PolicyStore store,
            BackoffProperties properties,
            Environment environment) {
        SafeListeners all = new SafeListeners(listeners.orderedStream().toList());
        return new Engine(
                time,
                all,
                new DecisionLog(time, policies, properties.enabled() ? store::enabling : enabling(environment)),
                statistics,
                shutdown,
                context.getIfAvailable(() -> CallerContext.NONE),
                properties.nested(),
                transactions(transactions, properties),
                properties.deadlines());
    }

    private static UnaryOperator<String> enabling(Environment environment) {
        String property = "backoff.enabled";
        return policy -> "'" + property + "' (" + new WrittenProperties(environment).origin(property) + ")";
    }

    @Bean
    ProgrammaticGuards backoffProgrammaticGuards(Engine engine, BackoffPolicies policies) {
        return new ProgrammaticGuards(engine, policies);
    }

    @Bean
    BackoffOperations backoffOperations(ProgrammaticGuards guards) {
        return new PolicyOperations(guards);
    }

    @Bean
    SpringPolicies backoffSpringPolicies(BackoffPolicies policies, TimeSource time) {
        return new SpringPolicies(policies, time);
    }
}
