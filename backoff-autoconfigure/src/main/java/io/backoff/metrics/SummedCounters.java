package io.backoff.metrics;

import io.backoff.meters.ContextMeters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * Function counters that read the sum of several counts. Methods share a series if {@code method-tag} is off or a meter
 * filter makes their tags equal. Micrometer would ignore a second counter with the same name and tags.
 */
final class SummedCounters {

    private final ContextMeters meters;
    private final Map<Series, List<LongSupplier>> known = new ConcurrentHashMap<>();
    private final Map<Meter.Id, List<LongSupplier>> registered = new ConcurrentHashMap<>();

    SummedCounters(ContextMeters meters) {
        this.meters = meters;
    }

    /** Adds a count to a series, and registers the series if it is new. */
    synchronized void add(BackoffMeterDocumentation meter, Tags tags, LongSupplier count) {
        Series series = new Series(meter, tags);
        List<LongSupplier> counts = known.get(series);
        if (counts == null) {
            counts = register(meter, tags);
            known.put(series, counts);
        }
        counts.add(count);
    }

    private List<LongSupplier> register(BackoffMeterDocumentation meter, Tags tags) {
        List<LongSupplier> counts = new CopyOnWriteArrayList<>();
        // Micrometer refers to the counter's object weakly, so the function captures the list and ignores 'weak'.
        FunctionCounter counter = meters.add(FunctionCounter.builder(meter.getName(), counts, weak -> sum(counts))
                .description(meter.getDescription())
                .baseUnit(meter.getBaseUnit())
                .tags(tags)::register);
        // The id contains the name and tags that the meter filters have produced.
        List<LongSupplier> before = registered.putIfAbsent(counter.getId(), counts);
        return before != null ? before : counts;
    }

    private static double sum(List<LongSupplier> counts) {
        return counts.stream().mapToLong(LongSupplier::getAsLong).sum();
    }

    private record Series(BackoffMeterDocumentation meter, Tags tags) {}
}
