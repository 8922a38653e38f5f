package io.backoff.docs;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The Prometheus series of an application that uses everything, with the values of their labels. */
final class PrometheusSeries {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^(backoff_\\w+)(?:\\{(.*)})? ");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    private PrometheusSeries() {}

    /**
     * Scrapes an application.
     *
     * @return values by label by series
     */
    static Map<String, Map<String, Set<String>>> scrape() {
        Map<String, Map<String, Set<String>>> series = new TreeMap<>();
        MeteredApplication.run(registry(), registry -> add(registry.scrape(), series));
        return series;
    }

    private static void add(String scrape, Map<String, Map<String, Set<String>>> series) {
        SAMPLE.matcher(scrape).results().forEach(sample -> {
            Map<String, Set<String>> labels = series.computeIfAbsent(sample.group(1), name -> new TreeMap<>());
            if (sample.group(2) != null) {
                LABEL.matcher(sample.group(2))
                        .results()
                        .forEach(label -> labels.computeIfAbsent(label.group(1), name -> new TreeSet<>())
                                .add(label.group(2)));
            }
        });
    }

    /** A registry with the histogram of delays that the page on the dashboard requires. */
    private static PrometheusMeterRegistry registry() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
                return id.getName().equals("backoff.delay")
                        ? DistributionStatisticConfig.builder()
                                .percentilesHistogram(true)
                                .build()
                                .merge(config)
                        : config;
            }
        });
        return registry;
    }
}
