package io.backoff.sample.dashboard;

import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.distribution.HistogramSupport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A distribution of values, as cumulative counts.
 *
 * @param upTo number of values up to each bound; the last bound is infinite
 */
record Histogram(NavigableMap<Double, Long> upTo) {

    /** Returns the sum of the counts of these meters. */
    static Histogram of(Collection<? extends HistogramSupport> meters) {
        NavigableMap<Double, Long> upTo = new TreeMap<>();
        long count = 0;
        for (HistogramSupport meter : meters) {
            HistogramSnapshot snapshot = meter.takeSnapshot();
            for (CountAtBucket bucket : snapshot.histogramCounts()) {
                upTo.merge(bucket.bucket(), (long) bucket.count(), Long::sum);
            }
            count += snapshot.count();
        }
        upTo.put(Double.POSITIVE_INFINITY, count);
        return new Histogram(upTo);
    }

    Histogram minus(Histogram earlier) {
        NavigableMap<Double, Long> since = new TreeMap<>();
        upTo.forEach((bound, count) -> since.put(bound, count - earlier.upTo.getOrDefault(bound, 0L)));
        return new Histogram(since);
    }

    long count() {
        return upTo.lastEntry().getValue();
    }

    /**
     * The number of values in each bucket, not cumulative. The last bucket contains all values above the highest finite
     * bound.
     */
    List<Long> perBucket() {
        List<Long> counts = new ArrayList<>();
        long before = 0;
        for (long count : upTo.values()) {
            counts.add(count - before);
            before = count;
        }
        return counts;
    }

    /** The quantile for a share, such as 0.99, interpolated within its bucket as Prometheus does. */
    double quantile(double share) {
        double rank = share * count();
        double lower = 0;
        long before = 0;
        for (Map.Entry<Double, Long> bucket : upTo.entrySet()) {
            double bound = bucket.getKey();
            long count = bucket.getValue();
            if (count > before && count >= rank) {
                return bound == Double.POSITIVE_INFINITY
                        ? lower
                        : lower + (bound - lower) * (rank - before) / (count - before);
            }
            lower = bound;
            before = count;
        }
        return 0;
    }
}
