package io.backoff.metrics;

import io.backoff.engine.CallMeters;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Registers {@code backoff.calls}, {@code .attempts}, {@code .retries} and {@code .delay} of a policy and method. */
final class MeterFactory implements CallMeters.Factory {

    private static final int MOST_BUCKETS = 10;

    private final MeterRegistry registry;
    private final ObservationRegistry observations;
    private final Bulk.Factory bulk;
    private final boolean methodTag;

    /**
     * Registers nothing yet.
     *
     * @param bulk finds a way to record many calls at once
     * @param methodTag whether series are told apart by method too; without, those of a policy are shared
     */
    MeterFactory(MeterRegistry registry, ObservationRegistry observations, Bulk.Factory bulk, boolean methodTag) {
        this.registry = registry;
        this.observations = observations;
        this.bulk = bulk;
        this.methodTag = methodTag;
    }

    @Override
    public CallMeters create(String policy, String method, int maxAttempts) {
        Tags tags = methodTag ? Tags.of("policy", policy, "method", method) : Tags.of("policy", policy);
        DistributionSummary attempts = attempts(tags, maxAttempts);
        CallMeters meters = new RegisteredMeters(
                Stream.of(Outcome.values())
                        .map(outcome -> calls(tags.and("outcome", outcome.tag())))
                        .toArray(Counter[]::new),
                attempts,
                Stream.of(RetryCause.values())
                        .map(cause -> retries(tags.and("cause", cause.tag())))
                        .toArray(Counter[]::new),
                delay(tags),
                bulk.of(attempts));
        return observations.isNoop() ? meters : new ObservedMeters(meters, observations, policy);
    }

    private Counter calls(Tags tags) {
        return Counter.builder("backoff.calls")
                .description("Calls by how they ended")
                .baseUnit("calls")
                .tags(tags)
                .register(registry);
    }

    private DistributionSummary attempts(Tags tags, int maxAttempts) {
        // From 1: Micrometer refuses a bucket for 0, and no call has 0 attempts.
        int last = maxAttempts == 0 ? MOST_BUCKETS : Math.min(maxAttempts, MOST_BUCKETS);
        return DistributionSummary.builder("backoff.attempts")
                .description("Attempts per call, 1 meaning no retry")
                .baseUnit("attempts")
                .serviceLevelObjectives(
                        IntStream.rangeClosed(1, last).asDoubleStream().toArray())
                .tags(tags)
                .register(registry);
    }

    private Counter retries(Tags tags) {
        return Counter.builder("backoff.retries")
                .description("Retries by what they were made for")
                .baseUnit("retries")
                .tags(tags)
                .register(registry);
    }

    private Timer delay(Tags tags) {
        return Timer.builder("backoff.delay")
                .description("Time spent waiting before attempts")
                .tags(tags)
                .register(registry);
    }
}
