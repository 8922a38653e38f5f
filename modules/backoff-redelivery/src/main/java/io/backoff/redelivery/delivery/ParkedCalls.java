package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.TimeSource;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.call.StoredCall;
import io.backoff.redelivery.method.RedeliveredMethods;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Parks stored calls that become due while delivery is paused, and releases them afterwards. Parked calls are stored
 * under a task that is never due.
 */
public final class ParkedCalls {

    private final RedeliveredMethods methods;
    private final DeliveryPauses pauses;
    private final CallTable table;
    private final CallScheduler scheduler;
    private final TimeSource time;

    public ParkedCalls(
            RedeliveredMethods methods,
            DeliveryPauses pauses,
            CallTable table,
            CallScheduler scheduler,
            TimeSource time) {
        this.methods = methods;
        this.pauses = pauses;
        this.table = table;
        this.scheduler = scheduler;
        this.time = time;
    }

    /**
     * Parks a call if its method is paused.
     *
     * @param id key of its row
     * @param due due time of the attempt
     * @return the update that parks the row; {@code null} if the method is not paused
     */
    @Nullable
    CompletionHandler<StoredCall> park(String id, StoredCall call, RedeliveredMethod method, Instant due) {
        if (pauses.reason(method) == null) {
            return null;
        }
        Instant now = time.instant();
        StoredCall parked = call.parked(due.isBefore(now) ? due : now);
        SchedulableInstance<StoredCall> row =
                SchedulableInstance.of(new TaskInstance<>(CallStore.PARKED, id, parked), CallStore.NEVER);
        return (complete, operations) -> operations.removeAndScheduleNew(row);
    }

    /** Whether the method of the call is currently paused. */
    boolean isParked(StoredCall call) {
        return methods.ready() && isPaused(CallId.key(call.method()));
    }

    /**
     * Updates which methods are paused, and releases the parked calls of all other methods. An instance that only
     * stores calls releases none, because it does not know whether their methods are paused on the instances that
     * deliver calls.
     */
    public void tidyUp() {
        methods.all().forEach(pauses::reason);
        if (scheduler.delivers()) {
            release();
        }
    }

    private void release() {
        if (makeDue() > 0) {
            scheduler.wake();
        }
    }

    private int makeDue() {
        int released = 0;
        for (String key : table.parkedKeys()) {
            if (!isPaused(key)) {
                released += table.release(key, time.instant());
            }
        }
        return released;
    }

    /** Pauses the methods of these keys; all methods if there are no keys. */
    public void pause(Set<String> keys, String by, String source) {
        pauses.pause(keys, by, source);
        methods.all().forEach(pauses::reason);
    }

    /** Resumes the methods of these keys, or all methods if there are no keys, and releases their calls. */
    public void resume(Set<String> keys) {
        Set<String> known = new TreeSet<>();
        methods.all().forEach(method -> known.add(CallId.key(method.name())));
        table.counts().stream()
                .map(CallTable.Count::key)
                .filter(key -> !key.isEmpty())
                .forEach(known::add);
        pauses.resume(keys, known);
        methods.all().forEach(pauses::reason);
        release();
    }

    /** Returns how many methods with these keys this application has; if there are no keys, counts all methods. */
    public int methods(Set<String> keys) {
        return (int) methods.all().stream()
                .map(method -> CallId.key(method.name()))
                .distinct()
                .filter(key -> keys.isEmpty() || keys.contains(key))
                .count();
    }

    // If this application lacks the method, the policy of the method is unknown here. The instance that makes the call
    // checks the policy.
    private boolean isPaused(String key) {
        List<RedeliveredMethod> of = methods.all().stream()
                .filter(method -> CallId.key(method.name()).equals(key))
                .toList();
        return pauses.isPausedEverywhere(key) || of.stream().anyMatch(method -> pauses.reason(method) != null);
    }
}
