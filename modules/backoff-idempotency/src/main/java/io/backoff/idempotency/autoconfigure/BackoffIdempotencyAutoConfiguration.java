package io.backoff.idempotency.autoconfigure;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.backoff.autoconfigure.AdvisorRegistrar;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.autoconfigure.RetryExecutors;
import io.backoff.config.AdviceOrder;
import io.backoff.engine.CallerTransactions;
import io.backoff.engine.TimeSource;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.claim.IdempotencyMeters;
import io.backoff.idempotency.claim.IdempotencyService;
import io.backoff.idempotency.claim.IdempotencyServices;
import io.backoff.idempotency.claim.MemoryStore;
import io.backoff.idempotency.claim.OpenStore;
import io.backoff.idempotency.claim.OpenedStore;
import io.backoff.idempotency.claim.StoreKind;
import io.backoff.idempotency.claim.StoreProvider;
import io.backoff.idempotency.method.AdvicePosition;
import io.backoff.idempotency.method.IdempotencyDependencies;
import io.backoff.idempotency.method.IdempotentAdvisor;
import io.backoff.idempotency.method.IdempotentInspection;
import io.backoff.idempotency.method.IdempotentInvoker;
import io.backoff.idempotency.method.IdempotentMethodFactory;
import io.backoff.meters.ContextMeters;
import io.backoff.method.PreRegisteredSingletons;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Makes annotated methods idempotent. A store is opened only if there is an annotated method.
 *
 * <p>The advisor has the same order as the retry advisor and is registered after it, so it runs inside retries and
 * outside transactions.
 */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        },
        beforeName = {
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
            "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration"
        })
@EnableConfigurationProperties(IdempotencyProperties.class)
@Import(AdvisorRegistrar.class)
public final class BackoffIdempotencyAutoConfiguration {

    /**
     * The method is static, because it would otherwise create this configuration too early. The advisor has the
     * infrastructure role, because Spring ignores advisors of other roles if AspectJ is absent.
     */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static IdempotentAdvisor backoffIdempotentAdvisor(
            ObjectProvider<IdempotentInvoker> invoker, Environment environment) {
        return new IdempotentAdvisor(
                AdvicePosition.AROUND_TRANSACTION, invoker::getObject, AdviceOrder.of(environment));
    }

    @Bean
    IdempotentInvoker backoffIdempotentInvoker(IdempotencyDependencies dependencies) {
        return new IdempotentInvoker(new IdempotentMethodFactory(dependencies));
    }

    @Bean
    IdempotentInspection backoffIdempotentInspection(
            ConfigurableListableBeanFactory beans, IdempotentInvoker invoker, PreRegisteredSingletons preRegistered) {
        return new IdempotentInspection(beans, invoker, preRegistered);
    }

    @Bean
    StoreChoice backoffStoreChoice(
            ObjectProvider<IdempotencyStore> own,
            ObjectProvider<StoreProvider> providers,
            IdempotencyProperties properties,
            Environment environment) {
        return new StoreChoice(own, providers, properties.store(), environment);
    }

    @Bean
    IdempotencyDependencies backoffIdempotencyDependencies(
            ConfigurableListableBeanFactory beans, Environment environment) {
        return new IdempotencyDependencies(beans, environment.getProperty("spring.application.name", ""));
    }

    @Bean
    IdempotencyService.KeyLimits backoffIdempotencyLimits(IdempotencyProperties properties, Environment environment) {
        return new IdempotencySettings(properties, environment).limits();
    }

    /** The container opens the store once, and only if there is an idempotent method. */
    @Bean
    @Lazy
    OpenedStore backoffIdempotencyOpenedStore(
            StoreChoice choice,
            IdempotencyService.KeyLimits limits,
            TimeSource time,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        OpenStore store = choice.open();
        return new OpenedStore(
                store == null ? null : IdempotencyServices.of(store, limits, time, collaborators(beans, environment)));
    }

    private static IdempotencyServices.Collaborators collaborators(
            ConfigurableListableBeanFactory beans, Environment environment) {
        return new IdempotencyServices.Collaborators(
                RetryExecutors.executor(environment, "backoff-idempotency-"),
                RetryExecutors.executor(environment, "backoff-idempotency-lease-"),
                RetryExecutors.pool("backoff-idempotency-release-"),
                beans.getBeanProvider(CallerTransactions.class).getIfAvailable(() -> CallerTransactions.NONE),
                beans.getBeanProvider(IdempotencyMeters.Factory.class)
                        .getIfAvailable(() -> IdempotencyMeters.Factory.NONE));
    }

    /** The memory store is the last choice, because it does not detect duplicates in other processes. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Caffeine.class)
    static class Memory {

        @Bean
        StoreProvider backoffMemoryStore(TimeSource time) {
            return new StoreProvider.Simple(StoreKind.MEMORY, () -> new MemoryStore(time));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnSingleCandidate(MeterRegistry.class)
    @ConditionalOnBooleanProperty(name = "backoff.metrics.enabled", matchIfMissing = true)
    @Import(ContextMeters.class)
    static class Meters {

        @Bean
        IdempotencyCounters backoffIdempotencyCounters(ContextMeters meters) {
            return new IdempotencyCounters(meters);
        }
    }

    @Bean
    DuplicateClassifier backoffDuplicateClassifier() {
        return new DuplicateClassifier();
    }
}
