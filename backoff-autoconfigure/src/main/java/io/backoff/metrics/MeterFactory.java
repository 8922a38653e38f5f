package io.backoff.metrics;

import static io.backoff.metrics.BackoffMeterDocumentation.ATTEMPTS;
import static io.backoff.metrics.BackoffMeterDocumentation.CALLS;
import static io.backoff.metrics.BackoffMeterDocumentation.DELAY;
import static io.backoff.metrics.BackoffMeterDocumentation.RETRIES;

import io.backoff.classify.RetryCause;
import io.backoff.engine.stats.CallCounts;
import io.backoff.engine.stats.CallMeters;
import io.backoff.meters.ContextMeters;
import io.backoff.metrics.BackoffMeterDocumentation.Tag;
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
    private final CallTags tags;
    private final CallConventions conventions;
    private final SummedCounters counters;

    /**
     * Creates a factory.
     *
     * @param tags the tags of the meters
     * @param conventions the conventions for the key values of observations
     */
    MeterFactory(ContextMeters meters, ObservationRegistry observations, CallTags tags, CallConventions conventions) {
        this.meters = meters;
        this.observations = observations;
        this.tags = tags;
        this.conventions = conventions;
        this.counters = new SummedCounters(meters);
    }

    @Override
    public CallMeters create(CallCounts counts, int maxAttempts) {
        Tags own = tags.of(counts);
        count(own, counts);
        CallMeters created = new RegisteredMeters(attempts(own, maxAttempts), delay(own));
        return observations.isNoop() ? created : new ObservedMeters(created, counts, observations, conventions);
    }

    private void count(Tags tags, CallCounts counts) {
        for (Outcome outcome : Outcome.values()) {
            Tags series = tags.and(Tag.OUTCOME.asString(), outcome.tag());
            counters.add(CALLS, series, () -> counts.calls(outcome));
        }
        for (RetryCause cause : CAUSES) {
            Tags series = tags.and(Tag.CAUSE.asString(), cause.tag());
            counters.add(RETRIES, series, () -> counts.retries(cause));
        }
    }

    private DistributionSummary attempts(Tags tags, int maxAttempts) {
        // The buckets begin at 1, because Micrometer rejects a bucket for 0.
        int last = maxAttempts == 0 ? MOST_BUCKETS : Math.min(maxAttempts, MOST_BUCKETS);
        return meters.add(DistributionSummary.builder(ATTEMPTS.getName())
                .description(ATTEMPTS.getDescription())
                .baseUnit(ATTEMPTS.getBaseUnit())
                .serviceLevelObjectives(
                        IntStream.rangeClosed(1, last).asDoubleStream().toArray())
                .tags(tags)::register);
    }

    private Timer delay(Tags tags) {
        return meters.add(Timer.builder(DELAY.getName())
                .description(DELAY.getDescription())
                .tags(tags)::register);
    }
}
