package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The statistics of all calls, one instance for each policy and method. */
@Internal
public final class CallStatisticsRegistry {

    private final Map<Key, CallStatistics> statistics = new ConcurrentHashMap<>();
    private final Supplier<CallMeters.Factory> meters;
    private final AttemptRecorder.Factory recorders;
    private final boolean logged;
    private volatile CallMeters.@Nullable Factory factory;

    /**
     * Creates an empty registry that does not record attempts.
     *
     * @param meters supplies the factory of meters; not called before statistics are created, so that the metrics
     *     library is not needed earlier
     */
    public CallStatisticsRegistry(Supplier<CallMeters.Factory> meters) {
        this(meters, AttemptRecorder.Factory.NONE);
    }

    /**
     * Creates an empty registry.
     *
     * @param meters supplies the factory of meters; not called before statistics are created, so that the metrics
     *     library is not needed earlier
     * @param attempts creates the recorder of attempts for the calls of a policy
     */
    public CallStatisticsRegistry(Supplier<CallMeters.Factory> meters, AttemptRecorder.Factory attempts) {
        this(meters, attempts, true);
    }

    private CallStatisticsRegistry(
            Supplier<CallMeters.Factory> meters, AttemptRecorder.Factory recorders, boolean logged) {
        this.meters = meters;
        this.recorders = recorders;
        this.logged = logged;
    }

    /** {@return a registry for simulated calls, which have no meters, log nothing and record no attempts} */
    public static CallStatisticsRegistry silent() {
        return new CallStatisticsRegistry(() -> CallMeters.Factory.NONE, AttemptRecorder.Factory.NONE, false);
    }

    /**
     * {@return the statistics of the policy and method; creates them, with meters at zero, on first use}
     *
     * @param policy the policy
     * @param method {@code Class.method}, or {@code programmatic}
     */
    public CallStatistics of(BackoffPolicy policy, String method) {
        Key key = new Key(policy.name(), method);
        CallStatistics known = statistics.get(key);
        // Statistics are created outside the map's lock, because creating them may also create the meter registry and
        // its dependencies.
        return known != null ? known : firstOf(key, create(policy, method));
    }

    private CallStatistics firstOf(Key key, CallStatistics created) {
        CallStatistics raced = statistics.putIfAbsent(key, created);
        return raced != null ? raced : created;
    }

    /** {@return the statistics of all policies and methods} */
    public Collection<CallStatistics> all() {
        return statistics.values();
    }

    /**
     * {@return the number of calls of a policy by outcome, without outcomes that never occurred}
     *
     * @param policy the name of the policy
     */
    public Map<Outcome, Long> counts(String policy) {
        Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
        for (CallStatistics ofMethod : statistics.values()) {
            if (ofMethod.policy().equals(policy)) {
                add(ofMethod, counts);
            }
        }
        return counts;
    }

    /** {@return the number of calls by policy and outcome, without outcomes that never occurred} */
    public Map<String, Map<Outcome, Long>> counts() {
        Map<String, Map<Outcome, Long>> counts = new HashMap<>();
        for (CallStatistics ofMethod : statistics.values()) {
            add(ofMethod, counts.computeIfAbsent(ofMethod.policy(), policy -> new EnumMap<>(Outcome.class)));
        }
        return counts;
    }

    private static void add(CallStatistics ofMethod, Map<Outcome, Long> counts) {
        ofMethod.outcomes().forEach((outcome, count) -> counts.merge(outcome, count, Long::sum));
    }

    /**
     * {@return the number of calls by outcome tag}
     *
     * @param counts the number of calls by outcome
     */
    public static Map<String, Long> byTag(Map<Outcome, Long> counts) {
        Map<String, Long> calls = new LinkedHashMap<>();
        counts.forEach((outcome, count) -> calls.put(outcome.tag(), count));
        return calls;
    }

    private CallStatistics create(BackoffPolicy policy, String method) {
        CallStatistics created = new CallStatistics(policy.name(), method, recorders.create(policy.name()), logged);
        created.measuredBy(metersOf(created, policy.limits().maxAttempts()));
        return created;
    }

    private CallMeters metersOf(CallCounts counts, int maxAttempts) {
        return SafeMeters.create(
                "policy '" + counts.policy() + "', " + counts.method(),
                () -> factory().create(counts, maxAttempts),
                CallMeters.NONE);
    }

    // The factory is looked up once: a bean look-up takes 30 microseconds, and there may be a thousand methods.
    private CallMeters.Factory factory() {
        CallMeters.Factory known = factory;
        if (known == null) {
            known = meters.get();
            factory = known;
        }
        return known;
    }

    private record Key(String policy, String method) {}
}
