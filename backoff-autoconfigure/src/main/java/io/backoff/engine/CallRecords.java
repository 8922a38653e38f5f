package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The records of all calls, one for each policy and method; made once, then only counted in. */
public final class CallRecords {

    private static final Logger logger = System.getLogger(CallRecords.class.getName());

    // A scrape reads the buckets, the count and the sum one after the other: nothing should be added in bulk meanwhile.
    private static final long READING = TimeUnit.MILLISECONDS.toNanos(100);

    private final Map<Key, CallRecord> records = new ConcurrentHashMap<>();
    private final Supplier<CallMeters.Factory> meters;
    private final TimeSource time;
    private volatile long read;
    private volatile CallMeters.@Nullable Factory factory;

    /**
     * Without records yet.
     *
     * @param meters asked when a record is made, so that the metrics library is not needed earlier
     * @param time tells how many calls there are, and so whether they are put off
     */
    public CallRecords(Supplier<CallMeters.Factory> meters, TimeSource time) {
        this.meters = meters;
        this.time = time;
        this.read = time.nanoTime() - READING;
        time.calls().whileBusy(this::betweenReadings);
    }

    /** The record of the policy and method; made, with its meters at zero, when it is new. */
    public CallRecord of(BackoffPolicy policy, String method) {
        Key key = new Key(policy.name(), method);
        CallRecord known = records.get(key);
        if (known != null) {
            return known;
        }
        // Made outside of the map's lock: the meter registry may be created here, and whatever that needs.
        CallRecord made = create(policy, method);
        CallRecord raced = records.putIfAbsent(key, made);
        return raced != null ? raced : made;
    }

    /** All records. */
    public Collection<CallRecord> all() {
        return records.values();
    }

    /** Tells budgets and the metrics library of all calls that they have not been told of because there were so many. */
    public void catchUp() {
        long now = time.nanoTime();
        records.values().forEach(each -> each.catchUp(now));
    }

    /** Somebody is about to read all meters, one after the other: they are brought up to date, and then left alone. */
    public void beforeReading() {
        read = time.nanoTime();
        catchUp();
    }

    private void betweenReadings() {
        if (!time.calls().isBusy() || time.nanoTime() - read >= READING) {
            catchUp();
        }
    }

    /** Calls of a policy by outcome, outcomes that never occurred left out. */
    public Map<Outcome, Long> counts(String policy) {
        Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
        for (CallRecord each : records.values()) {
            if (each.policy().equals(policy)) {
                addTo(counts, each);
            }
        }
        return counts;
    }

    private static void addTo(Map<Outcome, Long> counts, CallRecord calls) {
        for (Outcome outcome : Outcome.values()) {
            long count = calls.count(outcome);
            if (count > 0) {
                counts.merge(outcome, count, Long::sum);
            }
        }
    }

    private CallRecord create(BackoffPolicy policy, String method) {
        return new CallRecord(policy.name(), method, metersOf(policy, method));
    }

    private CallMeters metersOf(BackoffPolicy policy, String method) {
        try {
            return factory().create(policy.name(), method, policy.limits().maxAttempts());
        } catch (RuntimeException | LinkageError failure) {
            logger.log(Level.WARNING, "No metrics for policy '" + policy.name() + "', " + method, failure);
            return CallMeters.NONE;
        }
    }

    // Asked once: to look for it among the beans takes 30 microseconds.
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
