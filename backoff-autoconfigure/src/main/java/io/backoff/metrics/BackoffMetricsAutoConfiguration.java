package io.backoff.metrics;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.autoconfigure.BackoffProperties;
import io.backoff.autoconfigure.Budgets;
import io.backoff.autoconfigure.PolicyStore;
import io.backoff.engine.CallMeters;
import io.backoff.engine.CallRecords;
import io.backoff.engine.TimeSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Meters in the registry of the application. Backs off where the application counts calls itself, with a
 * {@link CallMeters.Factory} of its own.
 */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(CallRecords.class)
@ConditionalOnSingleCandidate(MeterRegistry.class)
@ConditionalOnMissingBean(CallMeters.Factory.class)
@ConditionalOnBooleanProperty(name = "backoff.metrics.enabled", matchIfMissing = true)
public final class BackoffMetricsAutoConfiguration {

    @Bean
    MeterFactory backoffMeterFactory(
            MeterRegistry registry,
            ObjectProvider<ObservationRegistry> observations,
            ObjectProvider<Bulk.Factory> bulk,
            BackoffProperties properties) {
        return new MeterFactory(
                registry,
                observations.getIfUnique(() -> ObservationRegistry.NOOP),
                bulk.getIfUnique(() -> Bulk.Factory.NONE),
                properties.metrics().methodTag());
    }

    /**
     * Leaves what calls add to observations to traces. Meters that are made of observations, such as those of requests,
     * would have these tags where a guarded call was made and lack them elsewhere, which not every registry takes.
     */
    @Bean
    static MeterFilter backoffKeyValues() {
        return MeterFilter.ignoreTags(ObservedCall.POLICY, ObservedCall.OUTCOME);
    }

    /** Where scrapes can be preceded, first attempts that succeed may be recorded in bulk. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(PrometheusMeterRegistry.class)
    @ConditionalOnSingleCandidate(PrometheusMeterRegistry.class)
    static final class Scraped {

        @Bean
        Bulk.Factory backoffBulkRecording() {
            return PrometheusBulk::of;
        }

        @Bean
        BeforeScrape backoffBeforeScrape(PrometheusMeterRegistry registry, CallRecords records) {
            return new BeforeScrape(registry.getPrometheusRegistry(), records);
        }
    }

    @Bean
    BudgetMeters backoffBudgetMeters(MeterRegistry registry, TimeSource time) {
        return new BudgetMeters(registry, time);
    }

    @Bean
    IdempotencyCounters backoffIdempotencyCounters(MeterRegistry registry) {
        return new IdempotencyCounters(registry);
    }

    @Bean
    SeriesAtStartup backoffSeriesAtStartup(
            CallRecords records, PolicyStore policies, Budgets budgets, BudgetMeters meters) {
        return new SeriesAtStartup(records, policies, budgets, meters);
    }
}
