package io.backoff.metrics;

import io.backoff.engine.CallRecords;
import io.backoff.engine.TimeSource;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.registry.PrometheusScrapeRequest;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Catches up with calls that the meters have not been told of. Before each scrape, as a collector that collects nothing:
 * those for one metric each, as it claims to be, are asked before Micrometer's. Between scrapes, when the time source says.
 */
final class BeforeScrape implements Collector, SmartInitializingSingleton, DisposableBean {

    // A scrape reads the buckets, the count and the sum one after the other: nothing should be added in bulk meanwhile.
    private static final long SCRAPE = TimeUnit.MILLISECONDS.toNanos(100);

    private final PrometheusRegistry registry;
    private final CallRecords records;
    private final TimeSource time;
    private volatile long scraped;

    BeforeScrape(PrometheusRegistry registry, CallRecords records, TimeSource time) {
        this.registry = registry;
        this.records = records;
        this.time = time;
        this.scraped = time.nanoTime() - SCRAPE;
    }

    @Override
    public void afterSingletonsInstantiated() {
        registry.register(this);
        time.whileBusy(this::betweenScrapes);
    }

    @Override
    public void destroy() {
        registry.unregister(this);
        records.catchUp();
    }

    private void betweenScrapes() {
        if (!time.isBusy() || time.nanoTime() - scraped >= SCRAPE) {
            records.catchUp();
        }
    }

    @Override
    @SuppressWarnings(
            "NullAway") // The registry takes null for nothing to show, although the interface does not say so.
    public MetricSnapshot collect() {
        scraped = time.nanoTime();
        records.catchUp();
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
