package io.backoff.sample.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistogramTests {

    private static final double REST = Double.POSITIVE_INFINITY;

    private final MeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void estimatesQuantilesWithinABucket() {
        Histogram sizes = histogram(Map.of(10.0, 50L, 20.0, 90L, 30.0, 100L, REST, 100L));
        assertThat(sizes.quantile(0.25)).isEqualTo(5);
        assertThat(sizes.quantile(0.5)).isEqualTo(10);
        assertThat(sizes.quantile(0.7)).isEqualTo(15);
        assertThat(sizes.quantile(0.99)).isCloseTo(29, within(1e-9));
    }

    @Test
    void whatIsLargerThanAllBoundsIsAtLeastTheLargest() {
        assertThat(histogram(Map.of(10.0, 0L, REST, 4L)).quantile(0.99)).isEqualTo(10);
    }

    @Test
    void knowsNoLatencyWithoutOrders() {
        assertThat(Latency.of(histogram(Map.of(10.0, 0L, REST, 0L)))).isNull();
    }

    @Test
    void separatesBuckets() {
        assertThat(histogram(Map.of(1.0, 5L, 2.0, 7L, REST, 8L)).perBucket()).isEqualTo(List.of(5L, 2L, 1L));
    }

    /** Paid and unpaid orders are different series, and the second may begin later. */
    @Test
    void sumsSeriesAndSubtractsAnEarlierReading() {
        Timer paid = timer("201");
        record(paid, 100, Duration.ofSeconds(1));
        Histogram before = Histogram.of(List.of(paid));
        Timer unpaid = timer("503");
        record(paid, 60, Duration.ofMillis(20));
        record(unpaid, 40, Duration.ofMillis(500));
        Histogram since = Histogram.of(List.of(paid, unpaid)).minus(before);
        assertThat(since.count()).isEqualTo(100);
        Latency latency = Latency.of(since);
        assertThat(latency.p50()).isBetween(15.0, 25.0);
        assertThat(latency.p99()).isBetween(400.0, 600.0);
    }

    private Timer timer(String status) {
        return Timer.builder("orders")
                .tag("status", status)
                .publishPercentileHistogram()
                .register(registry);
    }

    private static void record(Timer timer, int times, Duration duration) {
        IntStream.range(0, times).forEach(i -> timer.record(duration));
    }

    private static Histogram histogram(Map<Double, Long> upTo) {
        return new Histogram(new TreeMap<>(upTo));
    }
}
