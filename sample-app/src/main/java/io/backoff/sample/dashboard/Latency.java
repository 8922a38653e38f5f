package io.backoff.sample.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * The latency of orders, paid or not.
 *
 * @param p50 median, in milliseconds
 * @param p99 99th percentile, in milliseconds
 */
record Latency(double p50, double p99) {

    private static final double NANOS_PER_MILLI = 1e6;

    /** Calculates the latency from durations in nanoseconds; {@code null} if there are none. */
    static @Nullable Latency of(Histogram durations) {
        return durations.count() == 0
                ? null
                : new Latency(durations.quantile(0.5) / NANOS_PER_MILLI, durations.quantile(0.99) / NANOS_PER_MILLI);
    }
}
