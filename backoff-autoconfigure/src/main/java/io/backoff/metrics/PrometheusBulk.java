package io.backoff.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.distribution.NoopHistogram;
import io.micrometer.prometheusmetrics.PrometheusDistributionSummary;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * Adds to the totals that a summary of Micrometer keeps for Prometheus. They are private, so this depends on their names:
 * where one is missing or of another type, nothing is recorded in bulk.
 *
 * @param buckets how many values are in each; of those, the first is for the value 1
 */
record PrometheusBulk(DistributionSummary summary, LongAdder count, DoubleAdder sum, AtomicLongArray buckets)
        implements Bulk {

    static @Nullable Bulk of(DistributionSummary summary) {
        try {
            return summary.getClass() == PrometheusDistributionSummary.class ? inside(summary) : null;
        } catch (RuntimeException otherwise) {
            return null;
        }
    }

    private static @Nullable Bulk inside(DistributionSummary summary) {
        Object ring = read(read(summary, "histogram", Object.class), "ringBuffer", Object.class);
        Object percentiles = read(summary, summary.getClass().getSuperclass(), "histogram", Object.class);
        // Percentiles need each value, and a ring of more than one forgets.
        if (percentiles != NoopHistogram.INSTANCE || Array.getLength(ring) != 1) {
            return null;
        }
        Object histogram = Array.get(ring, 0);
        double[] limits = read(histogram, "buckets", double[].class);
        return limits.length == 0 || limits[0] != 1
                ? null
                : new PrometheusBulk(
                        summary,
                        read(summary, "count", LongAdder.class),
                        read(summary, "amount", DoubleAdder.class),
                        read(histogram, "values", AtomicLongArray.class));
    }

    @Override
    public void recordOne(long times) {
        // One in the ordinary way, for the maximum.
        summary.record(1);
        count.add(times - 1);
        sum.add(times - 1);
        buckets.addAndGet(0, times - 1);
    }

    private static <T> T read(Object from, String name, Class<T> type) {
        return read(from, from.getClass(), name, type);
    }

    private static <T> T read(Object from, Class<?> owner, String name, Class<T> type) {
        Field field = ReflectionUtils.findField(owner, name);
        if (field == null) {
            throw new IllegalStateException("There is no field " + name);
        }
        field.setAccessible(true);
        Object value = ReflectionUtils.getField(field, from);
        if (value == null) {
            throw new IllegalStateException("There is no " + name);
        }
        return type.cast(value);
    }
}
