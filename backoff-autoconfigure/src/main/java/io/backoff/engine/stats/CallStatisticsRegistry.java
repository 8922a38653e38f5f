package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The records of all calls, one for each policy and method, created once. */
@Internal
public final class CallStatisticsRegistry {

    private final Map<Key, CallStatistics> records = new ConcurrentHashMap<>();
    private final Supplier<CallMeters.Factory> meters;
    private volatile CallMeters.@Nullable Factory factory;

    /**
     * Creates an empty collection of records.
     *
     * @param meters asked when a record is created, so that the metrics library is not needed earlier
     */
    public CallStatisticsRegistry(Supplier<CallMeters.Factory> meters) {
        this.meters = meters;
    }

    /** The record of the policy and method; created, with its meters at zero, when it is new. */
    public CallStatistics of(BackoffPolicy policy, String method) {
        Key key = new Key(policy.name(), method);
        CallStatistics known = records.get(key);
        if (known != null) {
            return known;
        }
        // Outside of the map's lock: the meter registry may be created here, and whatever that needs.
        CallStatistics created = create(policy, method);
        CallStatistics raced = records.putIfAbsent(key, created);
        return raced != null ? raced : created;
    }

    /** All records. */
    public Collection<CallStatistics> all() {
        return records.values();
    }

    /** Calls of a policy by outcome, outcomes that never occurred left out. */
    public Map<Outcome, Long> counts(String policy) {
        Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
        for (CallStatistics each : records.values()) {
            if (each.policy().equals(policy)) {
                addTo(counts, each);
            }
        }
        return counts;
    }

    private static void addTo(Map<Outcome, Long> counts, CallStatistics calls) {
        for (Outcome outcome : Outcome.values()) {
            long count = calls.counts().calls(outcome);
            if (count > 0) {
                counts.merge(outcome, count, Long::sum);
            }
        }
    }

    private CallStatistics create(BackoffPolicy policy, String method) {
        CallCounts counts = new CallCounts(policy.name(), method);
        return new CallStatistics(counts, metersOf(counts, policy.limits().maxAttempts()));
    }

    private CallMeters metersOf(CallCounts counts, int maxAttempts) {
        return SafeMeters.create(
                "policy '" + counts.policy() + "', " + counts.method(),
                () -> factory().create(counts, maxAttempts),
                CallMeters.NONE);
    }

    // Asked once: to look for it among the beans takes 30 microseconds, and there may be a thousand methods.
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
