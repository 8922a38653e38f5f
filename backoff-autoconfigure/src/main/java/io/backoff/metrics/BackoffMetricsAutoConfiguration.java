package io.backoff.metrics;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.ReloadCounts;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.meters.ContextMeters;
import io.backoff.meters.MetricsProperties;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Meters in the registry of the application. Backs off where the application counts calls itself, with a
 * {@link CallMeters.Factory} of its own, here or in a parent context. Ours of the parent is none of this context, which
 * has policies and budgets of its own.
 */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(CallStatisticsRegistry.class)
@ConditionalOnSingleCandidate(MeterRegistry.class)
@ConditionalOnMissingBean(value = CallMeters.Factory.class, ignored = MeterFactory.class)
@ConditionalOnBooleanProperty(name = "backoff.metrics.enabled", matchIfMissing = true)
@EnableConfigurationProperties(MetricsProperties.class)
@Import(ContextMeters.class)
public final class BackoffMetricsAutoConfiguration {

    @Bean
    MeterFactory backoffMeterFactory(
            ContextMeters meters, ObjectProvider<ObservationRegistry> observations, MetricsProperties properties) {
        return new MeterFactory(
                meters, observations.getIfUnique(() -> ObservationRegistry.NOOP), properties.methodTag());
    }

    /**
     * Leaves what calls add to observations to traces. Meters that are made of observations, such as those of requests,
     * would have these tags where a guarded call was made and lack them elsewhere, which not every registry takes.
     */
    @Bean
    static MeterFilter backoffKeyValues() {
        return MeterFilter.ignoreTags(ObservedCall.POLICY, ObservedCall.OUTCOME);
    }

    @Bean
    BudgetMeters backoffBudgetMeters(ContextMeters meters, TimeSource time) {
        return new BudgetMeters(meters, time);
    }

    /** Registers the meters of all budgets at startup, and of those that a changed configuration brings. */
    @Bean
    SmartInitializingSingleton backoffBudgetSeries(Budgets budgets, BudgetMeters meters) {
        return () -> budgets.watch(meters::register);
    }

    /** Registers how far the settings are from what is configured, and how often that was read again. */
    @Bean
    SmartInitializingSingleton backoffSettingSeries(ContextMeters meters, PolicyStore store, ReloadCounts reloads) {
        return () -> new SettingMeters(meters).register(store, reloads);
    }

    @Bean
    IdempotencyCounters backoffIdempotencyCounters(ContextMeters meters) {
        return new IdempotencyCounters(meters);
    }
}
