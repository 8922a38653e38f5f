package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import io.backoff.engine.TimeSource;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.call.StoredCall;
import io.backoff.redelivery.method.RedeliveredMethods;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Stored calls that were due while delivery was paused. They are due far in the future, where polling does not see them,
 * until somebody finds that they may go on.
 */
public final class HeldCalls {

    // Before the end of time, and far from it: databases and drivers do not agree on time zones.
    private static final Instant HELD = DeadLetters.END_OF_TIME.minus(Duration.ofDays(30));
    private static final Instant ANY_HELD = HELD.minus(Duration.ofDays(30));

    /** In the past in each time zone. */
    private static final Duration OVERDUE = Duration.ofDays(1);

    private final RedeliveredMethods methods;
    private final DeliveryPauses pauses;
    private final CallTable table;
    private final CallScheduler scheduler;
    private final TimeSource time;

    public HeldCalls(
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
     * Has a call wait if its method is paused, without an attempt.
     *
     * @param due when it would have been made
     * @return {@code null} if it may be made
     */
    @Nullable
    CompletionHandler<StoredCall> hold(StoredCall call, RedeliveredMethod method, Instant due) {
        if (pauses.reason(method) == null) {
            return null;
        }
        Instant now = time.instant();
        StoredCall held = call.held(due.isBefore(now) ? due : now);
        return (complete, operations) -> operations.reschedule(complete, HELD, held);
    }

    /** Whether calls like this one are held now. */
    boolean isHeld(StoredCall call) {
        return methods.ready() && isPaused(CallId.key(call.method()));
    }

    /**
     * Notices what is paused, and makes due what no longer is, unless this instance only stores calls: whether those that
     * deliver may make them it does not know.
     */
    public void tidyUp() {
        methods.all().forEach(pauses::reason);
        if (scheduler.delivers()) {
            release();
        }
    }

    private void release() {
        int released = 0;
        Instant due = time.instant().minus(OVERDUE);
        for (String key : table.keysDueAfter(CallStore.TASK, ANY_HELD)) {
            if (!isPaused(key)) {
                released += table.makeDue(CallStore.TASK, key, ANY_HELD, due);
            }
        }
        if (released > 0) {
            scheduler.wake();
        }
    }

    /** Pauses methods; all when there is none. */
    public void pause(Set<String> keys) {
        pauses.pause(keys);
        methods.all().forEach(pauses::reason);
    }

    /** Resumes methods; all when there is none. */
    public void resume(Set<String> keys) {
        Set<String> known = new TreeSet<>();
        methods.all().forEach(each -> known.add(CallId.key(each.name())));
        table.counts().forEach(each -> known.add(each.key()));
        pauses.resume(keys, known);
        methods.all().forEach(pauses::reason);
        release();
    }

    /** How many methods are here of these keys; of any when there is none. */
    public int methods(Set<String> keys) {
        return (int) methods.all().stream()
                .map(each -> CallId.key(each.name()))
                .distinct()
                .filter(each -> keys.isEmpty() || keys.contains(each))
                .count();
    }

    // Of a method that is not here, or no longer, the policy is not known; who makes the call will ask.
    private boolean isPaused(String key) {
        List<RedeliveredMethod> of = methods.all().stream()
                .filter(each -> CallId.key(each.name()).equals(key))
                .toList();
        return pauses.isPausedEverywhere(key) || of.stream().anyMatch(each -> pauses.reason(each) != null);
    }
}
