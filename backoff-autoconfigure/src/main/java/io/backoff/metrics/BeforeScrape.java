package io.backoff.metrics;

import io.backoff.engine.CallRecords;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.registry.PrometheusScrapeRequest;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Catches up with calls that the meters have not been told of. Before each scrape, as a collector that collects nothing:
 * those for one metric each, as it claims to be, are asked before Micrometer's.
 */
final class BeforeScrape implements Collector, SmartInitializingSingleton, DisposableBean {

    private final PrometheusRegistry registry;
    private final CallRecords records;

    BeforeScrape(PrometheusRegistry registry, CallRecords records) {
        this.registry = registry;
        this.records = records;
    }

    @Override
    public void afterSingletonsInstantiated() {
        registry.register(this);
    }

    @Override
    public void destroy() {
        registry.unregister(this);
        records.catchUp();
    }

    @Override
    @SuppressWarnings(
            "NullAway") // The registry takes null for nothing to show, although the interface does not say so.
    public MetricSnapshot collect() {
        records.beforeReading();
        return null;
    }

    @Override
    public @Nullable MetricSnapshot collect(Predicate<String> includedNames) {
        return collect();
    }

    @Override
    public @Nullable MetricSnapshot collect(Predicate<String> includedNames, PrometheusScrapeRequest request) {
        return collect();
    }
}
