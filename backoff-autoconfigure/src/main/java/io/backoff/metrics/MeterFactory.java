package io.backoff.metrics;

import io.backoff.classify.RetryCause;
import io.backoff.engine.stats.CallCounts;
import io.backoff.engine.stats.CallMeters;
import io.backoff.meters.ContextMeters;
import io.backoff.policy.Outcome;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.util.ClassUtils;

/**
 * Registers {@code backoff.calls}, {@code .attempts}, {@code .retries} and {@code .delay}. The engine counts calls and
 * retries, and the registry reads these counts on demand.
 */
final class MeterFactory implements CallMeters.Factory {

    private static final int MOST_BUCKETS = 10;
    private static final List<RetryCause> CAUSES = Stream.of(RetryCause.values())
            .filter(cause -> cause != RetryCause.GRPC
                    || ClassUtils.isPresent("io.grpc.Status", MeterFactory.class.getClassLoader()))
            .toList();

    private final ContextMeters meters;
    private final ObservationRegistry observations;
    private final boolean methodTag;
    private final SummedCounters counters;

    /**
     * Creates a factory that has registered nothing yet.
     *
     * @param methodTag whether each method has its own series; otherwise, the methods of a policy share them
     */
    MeterFactory(ContextMeters meters, ObservationRegistry observations, boolean methodTag) {
        this.meters = meters;
        this.observations = observations;
        this.methodTag = methodTag;
        this.counters = new SummedCounters(meters);
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
        for (Outcome outcome : Outcome.values()) {
            Tags series = tags.and("outcome", outcome.tag());
            counters.add("backoff.calls", "Calls, by outcome", series, () -> counts.calls(outcome));
        }
        for (RetryCause cause : CAUSES) {
            Tags series = tags.and("cause", cause.tag());
            counters.add("backoff.retries", "Retries, by cause", series, () -> counts.retries(cause));
        }
    }

    private DistributionSummary attempts(Tags tags, int maxAttempts) {
        // From 1: Micrometer rejects a bucket for 0, and no call has 0 attempts.
        int last = maxAttempts == 0 ? MOST_BUCKETS : Math.min(maxAttempts, MOST_BUCKETS);
        return meters.add(DistributionSummary.builder("backoff.attempts")
                .description("Attempts per call; 1 means no retry")
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
