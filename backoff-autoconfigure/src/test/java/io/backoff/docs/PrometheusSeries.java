package io.backoff.docs;

import com.github.kagkarlsson.scheduler.boot.autoconfigure.DbSchedulerAutoConfiguration;
import io.backoff.Idempotent;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.http.server.BackoffHttpServerAutoConfiguration;
import io.backoff.idempotency.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.json.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.polling.BackoffPoll;
import io.backoff.redelivery.BackoffRedeliveryAutoConfiguration;
import io.backoff.redelivery.Redeliver;
import io.backoff.scheduling.BackoffPollAutoConfiguration;
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
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** The series that Prometheus sees of an application in which everything is used, each with the values of its labels. */
final class PrometheusSeries {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^(backoff_\\w+)(?:\\{(.*)})? ");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    private PrometheusSeries() {}

    /** Values by label by series. */
    static Map<String, Map<String, Set<String>>> scrape() {
        Map<String, Map<String, Set<String>>> series = new TreeMap<>();
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        BackoffAutoConfiguration.class,
                        BackoffHttpServerAutoConfiguration.class,
                        BackoffMetricsAutoConfiguration.class,
                        BackoffIdempotencyAutoConfiguration.class,
                        BackoffIdempotencyJsonAutoConfiguration.class,
                        BackoffPollAutoConfiguration.class,
                        AopAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DbSchedulerAutoConfiguration.class,
                        BackoffRedeliveryAutoConfiguration.class))
                .withPropertyValues("spring.datasource.url=jdbc:h2:mem:series")
                .withBean(Shop.class)
                .withBean(PrometheusMeterRegistry.class, PrometheusSeries::registry)
                .run(running -> {
                    running.getBean(BackoffOperations.class).call("default", () -> "done");
                    add(running.getBean(PrometheusMeterRegistry.class).scrape(), series);
                });
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

    /** With the histogram of delays that the page on the dashboard asks for. */
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

    static class Shop {

        @Idempotent(key = "#id")
        public void place(String id) {}

        @Redeliver
        public void confirm(String id) {}

        @BackoffPoll("default")
        public boolean next() {
            return false;
        }
    }
}
