package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.TimeSource;
import io.backoff.redelivery.call.RedeliveryActions.Action;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Stores calls in the database, in the transaction of the current thread if there is one. */
public final class CallStore {

    /** Task name of waiting calls. */
    public static final String TASK = "backoff-redelivery";

    /** Task name of parked calls: waiting calls that have become due while delivery is paused. */
    public static final String PARKED = "backoff-redelivery-parked";

    /**
     * Due time of rows that are never due: dead letters, pauses and parked calls. db-scheduler polls all due rows, so
     * only a distant due time excludes a row. The kinds of rows differ by task name, not by due time. The due time
     * cannot be much later, because MySQL's timestamps end in January 2038.
     */
    public static final Instant NEVER = Instant.parse("2037-12-31T00:00:00Z");

    private final CallScheduler scheduler;
    private final CallTable table;
    private final StoredCallCodec codec;
    private final RedeliveryActions actions;
    private final TimeSource time;

    public CallStore(
            CallScheduler scheduler,
            CallTable table,
            StoredCallCodec codec,
            RedeliveryActions actions,
            TimeSource time) {
        this.scheduler = scheduler;
        this.table = table;
        this.codec = codec;
        this.actions = actions;
        this.time = time;
    }

    /** Stores a new call. */
    public void add(RedeliveredMethod method, @Nullable Object[] arguments) {
        Instant now = time.instant();
        StoredCall call = StoredCall.create(method.bean(), method.name(), codec.write(method.types(), arguments), now);
        Duration delay = method.firstDelay(time.random());
        CallId id = CallId.create(method.name(), now);
        TaskInstance<StoredCall> row = new TaskInstance<>(TASK, id.toString(), call);
        table.write(() -> scheduler.client().scheduleIfNotExists(row, now.plus(delay)));
        announce(id, delay);
    }

    private void announce(CallId id, Duration delay) {
        onceVisible(new Stored(id, actions));
        if (delay.isZero()) {
            // Wakes the scheduler after the commit: before it, the scheduler would not see the row.
            onceVisible(new WakeUp(scheduler));
        }
    }

    private static void onceVisible(TransactionSynchronization then) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            then.afterCommit();
        } else if (!(then instanceof WakeUp)
                || !TransactionSynchronizationManager.getSynchronizations().contains(then)) {
            TransactionSynchronizationManager.registerSynchronization(then);
        }
    }

    private record Stored(CallId id, RedeliveryActions actions) implements TransactionSynchronization {

        @Override
        public void afterCommit() {
            actions.count(id.key(), Action.STORED);
        }
    }

    // This is a record, so that instances with the same scheduler are equal: a transaction that stores many calls
    // registers only one.
    private record WakeUp(CallScheduler scheduler) implements TransactionSynchronization {

        @Override
        public void afterCommit() {
            scheduler.wake();
        }
    }
}
