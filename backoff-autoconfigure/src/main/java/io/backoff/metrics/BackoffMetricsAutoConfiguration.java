package io.backoff.metrics;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingsReload;
import io.backoff.config.policy.Budgets;
import io.backoff.config.policy.PolicyMemory;
import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.meters.ContextMeters;
import io.backoff.meters.MetricsProperties;
import io.backoff.metrics.BackoffObservationDocumentation.CallKey;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.GlobalObservationConvention;
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
 * Registers meters in the registry of the application, unless the application has its own
 * {@link CallMeters.Factory}, in this context or in a parent context. The library's factory in a parent context does
 * not count, because this context has its own policies and budgets.
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

    BackoffMetricsAutoConfiguration() {}

    @Bean
    MeterFactory backoffMeterFactory(
            ContextMeters meters,
            ObjectProvider<ObservationRegistry> observations,
            MetricsProperties properties,
            ObjectProvider<BackoffMeterConvention> tags,
            ObjectProvider<BackoffObservationConvention> own,
            ObjectProvider<GlobalObservationConvention<?>> global) {
        return new MeterFactory(
                meters,
                observations.getIfUnique(() -> ObservationRegistry.NOOP),
                new CallTags(properties.methodTag(), tags.getIfAvailable(() -> (calls, usual) -> usual)),
                CallConventions.of(own.orderedStream(), global.orderedStream()));
    }

    /**
     * Keeps the key values of calls out of meters derived from observations, such as request meters. There, the key
     * values would become tags on only some series of a meter, and not every registry accepts different tags for one
     * meter. Traces contain all key values.
     */
    @Bean
    static MeterFilter backoffKeyValues() {
        return MeterFilter.ignoreTags(CallKey.POLICY.asString(), CallKey.OUTCOME.asString());
    }

    @Bean
    BudgetMeters backoffBudgetMeters(ContextMeters meters, TimeSource time) {
        return new BudgetMeters(meters, time);
    }

    /** Registers the meters of all budgets: existing ones at startup, later ones on creation. */
    @Bean
    SmartInitializingSingleton backoffBudgetSeries(Budgets budgets, BudgetMeters meters) {
        return () -> budgets.watch(meters::register);
    }

    /** Registers a gauge for each policy whose calls have keys: the number of remembered keys. */
    @Bean
    SmartInitializingSingleton backoffKeySeries(ContextMeters meters, PolicyMemory memory) {
        return () -> memory.watchKeys(new KeyMeters(meters)::register);
    }

    /** Registers the meters of each paced policy: at startup, or later, when a change turns its pace on. */
    @Bean
    SmartInitializingSingleton backoffPaceSeries(PolicyMemory memory, ContextMeters meters, TimeSource time) {
        PaceMeters series = new PaceMeters(meters, time);
        return () -> memory.watchPaces(series::register);
    }

    /** Registers the meters of overridden settings and of configuration reloads. */
    @Bean
    SmartInitializingSingleton backoffSettingSeries(ContextMeters meters, PolicyStore store, SettingsReload reloads) {
        return () -> new SettingMeters(meters).register(store, reloads);
    }
}
