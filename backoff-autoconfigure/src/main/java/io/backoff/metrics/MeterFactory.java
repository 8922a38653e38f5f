package io.backoff.metrics;

import io.backoff.engine.CallCounts;
import io.backoff.engine.CallMeters;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Registers {@code backoff.calls}, {@code .attempts}, {@code .retries} and {@code .delay}. Calls and retries are counted
 * by the engine and read when somebody looks.
 */
final class MeterFactory implements CallMeters.Factory {

    private static final int MOST_BUCKETS = 10;

    private final ContextMeters meters;
    private final ObservationRegistry observations;
    private final boolean methodTag;
    private final Map<Tags, List<CallCounts>> counted = new ConcurrentHashMap<>();

    /**
     * Registers nothing yet.
     *
     * @param methodTag whether each method has series of its own; without, the methods of a policy share them
     */
    MeterFactory(ContextMeters meters, ObservationRegistry observations, boolean methodTag) {
        this.meters = meters;
        this.observations = observations;
        this.methodTag = methodTag;
    }

    @Override
    public CallMeters create(CallCounts counts, int maxAttempts) {
        Tags tags = methodTag
                ? Tags.of("policy", counts.policy(), "method", counts.method())
                : Tags.of("policy", counts.policy());
        count(tags, counts);
        CallMeters created = new RegisteredMeters(attempts(tags, maxAttempts), delay(tags));
        return observations.isNoop() ? created : new ObservedMeters(created, observations, counts.policy());
    }

    private void count(Tags tags, CallCounts counts) {
        List<CallCounts> first = new CopyOnWriteArrayList<>(List.of(counts));
        List<CallCounts> known = counted.putIfAbsent(tags, first);
        if (known != null) {
            known.add(counts);
            return;
        }
        for (Outcome outcome : Outcome.values()) {
            calls(tags.and("outcome", outcome.tag()), first, each -> each.calls(outcome));
        }
        for (RetryCause cause : RetryCause.values()) {
            retries(tags.and("cause", cause.tag()), first, each -> each.retries(cause));
        }
    }

    private void calls(Tags tags, List<CallCounts> counts, ToLongFunction<CallCounts> count) {
        meters.add(FunctionCounter.builder("backoff.calls", counts, weak -> sum(counts, count))
                .description("Calls by how they ended")
                .baseUnit("calls")
                .tags(tags)::register);
    }

    private void retries(Tags tags, List<CallCounts> counts, ToLongFunction<CallCounts> count) {
        meters.add(FunctionCounter.builder("backoff.retries", counts, weak -> sum(counts, count))
                .description("Retries by what they were made for")
                .baseUnit("retries")
                .tags(tags)::register);
    }

    // Of the list that was captured: Micrometer holds its own only weakly, and has no way to hold it strongly.
    private static double sum(List<CallCounts> counts, ToLongFunction<CallCounts> count) {
        return counts.stream().mapToLong(count).sum();
    }

    private DistributionSummary attempts(Tags tags, int maxAttempts) {
        // From 1: Micrometer refuses a bucket for 0, and no call has 0 attempts.
        int last = maxAttempts == 0 ? MOST_BUCKETS : Math.min(maxAttempts, MOST_BUCKETS);
        return meters.add(DistributionSummary.builder("backoff.attempts")
                .description("Attempts per call, 1 meaning no retry")
                .baseUnit("attempts")
                .serviceLevelObjectives(
                        IntStream.rangeClosed(1, last).asDoubleStream().toArray())
                .tags(tags)::register);
    }

    private Timer delay(Tags tags) {
        return meters.add(Timer.builder("backoff.delay")
                .description("Time spent waiting before attempts")
                .tags(tags)::register);
    }
}
