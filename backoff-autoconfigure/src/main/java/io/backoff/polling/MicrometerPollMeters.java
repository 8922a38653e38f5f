package io.backoff.polling;

import io.backoff.meters.ContextMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Registers {@code backoff.polls} and {@code backoff.poll.delay}. */
final class MicrometerPollMeters implements PollMeters.Factory {

    private static final double NANOS_PER_SECOND = 1e9;

    private final ContextMeters meters;
    private final boolean methodTag;
    // Without their tag, the methods of a policy share a gauge.
    private final Map<Tags, List<Poller>> pollers = new ConcurrentHashMap<>();

    MicrometerPollMeters(ContextMeters meters, boolean methodTag) {
        this.meters = meters;
        this.methodTag = methodTag;
    }

    @Override
    public PollMeters create(Poller poller) {
        PolledMethod method = poller.method();
        Tags policy = Tags.of("policy", method.policy());
        Tags tags = methodTag ? policy.and("method", method.tag()) : policy;
        addDelay(poller, tags);
        Map<PollResult, Counter> runs = runsByResult(tags);
        return result -> increment(runs.get(result));
    }

    private static void increment(@Nullable Counter counter) {
        if (counter != null) {
            counter.increment();
        }
    }

    private void addDelay(Poller poller, Tags tags) {
        pollers.computeIfAbsent(tags, this::addDelay).add(poller);
    }

    private List<Poller> addDelay(Tags tags) {
        List<Poller> sharing = new CopyOnWriteArrayList<>();
        // Micrometer refers to the gauge's object weakly, so the function captures the list and ignores 'weak'.
        meters.add(Gauge.builder("backoff.poll.delay", sharing, weak -> longest(sharing))
                .description(
                        "Delay drawn for the next run of a polled method; the longest if several have the same tags")
                .baseUnit("seconds")
                .tags(tags)::register);
        return sharing;
    }

    private static double longest(List<Poller> pollers) {
        return pollers.stream()
                .mapToDouble(poller -> poller.delay().toNanos() / NANOS_PER_SECOND)
                .max()
                .orElse(0);
    }

    private Map<PollResult, Counter> runsByResult(Tags tags) {
        Map<PollResult, Counter> runs = new EnumMap<>(PollResult.class);
        for (PollResult result : PollResult.values()) {
            runs.put(result, runs(tags.and("result", result.tag())));
        }
        return runs;
    }

    private Counter runs(Tags tags) {
        return meters.add(Counter.builder("backoff.polls")
                .description("Runs of polled methods, by result")
                .baseUnit("runs")
                .tags(tags)::register);
    }
}
