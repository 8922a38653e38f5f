package io.backoff.redelivery;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.TimeSource;
import io.backoff.redelivery.StoredCall.Attempts;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Puts calls into the database, in the transaction of the current thread if there is one. */
final class CallStore {

    /** The name of the task of calls that are to be made. */
    static final String TASK = "backoff-redelivery";

    private final Supplier<Scheduler> scheduler;
    private final CallJson json;
    private final TimeSource time;

    CallStore(Supplier<Scheduler> scheduler, CallJson json, TimeSource time) {
        this.scheduler = scheduler;
        this.json = json;
        this.time = time;
    }

    /** Stores a new call. */
    void add(RedeliveredMethod method, @Nullable Object[] arguments) {
        Instant now = time.instant();
        StoredCall call =
                new StoredCall(method.bean(), method.name(), json.write(method.types(), arguments), now, Attempts.NONE);
        Duration delay = method.firstDelay(time.random());
        scheduler.get().schedule(new TaskInstance<>(TASK, UUID.randomUUID().toString(), call), now.plus(delay));
        if (delay.isZero()) {
            wakeSchedulerOnceVisible();
        }
    }

    /** What the scheduler looked for before the commit it would not find, and not look again until its next poll. */
    private void wakeSchedulerOnceVisible() {
        WakeUp wakeUp = new WakeUp(scheduler.get());
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            wakeUp.afterCommit();
        } else if (!TransactionSynchronizationManager.getSynchronizations().contains(wakeUp)) {
            TransactionSynchronizationManager.registerSynchronization(wakeUp);
        }
    }

    // A record, so that a transaction that stores many calls has it once.
    private record WakeUp(Scheduler scheduler) implements TransactionSynchronization {

        @Override
        public void afterCommit() {
            scheduler.triggerCheckForDueExecutions();
        }
    }
}
