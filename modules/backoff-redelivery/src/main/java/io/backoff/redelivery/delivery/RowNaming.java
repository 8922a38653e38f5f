package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.ScheduledExecution;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.redelivery.RedeliveryMessage;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallScheduler;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.StoredCall;
import io.backoff.redelivery.call.UnreadableCall;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;

/** Renames rows that an earlier version has stored, so that the database can count them by method. */
public final class RowNaming implements Runnable {

    private static final int BATCH = 500;

    private static final int MOST_WARNINGS = 10;

    private static final Logger logger = SpringLogger.of(RowNaming.class);

    private final CallScheduler scheduler;
    private final CallTable table;
    private final TimeSource time;
    private final Set<String> rejected = new HashSet<>();

    public RowNaming(CallScheduler scheduler, CallTable table, TimeSource time) {
        this.scheduler = scheduler;
        this.table = table;
        this.time = time;
    }

    @Override
    public void run() {
        for (String task : List.of(CallStore.TASK, DeadLetters.TASK)) {
            for (String instance : table.withoutMethod(task, BATCH)) {
                rename(task, instance);
            }
        }
    }

    // A copy of the row may have that key already. The other rows are renamed all the same.
    private void rename(String task, String instance) {
        try {
            table.rename(task, instance, name(task, instance).toString());
        } catch (DataIntegrityViolationException failure) {
            if (rejected.size() < MOST_WARNINGS && rejected.add(instance)) {
                RedeliveryMessage.NOT_RENAMED.with(instance).log(logger, failure);
            }
        }
    }

    private CallId name(String task, String instance) {
        StoredCall call = read(task, instance);
        if (call == null) {
            return new CallId(instance, time.instant(), "");
        }
        Instant lastAt = call.attempts().lastAt();
        boolean dead = task.equals(DeadLetters.TASK);
        return new CallId(instance, dead && lastAt != null ? lastAt : call.storedAt(), CallId.key(call.method()));
    }

    private @Nullable StoredCall read(String task, String instance) {
        ScheduledExecution<Object> row = scheduler
                .client()
                .getScheduledExecution(TaskInstanceId.of(task, instance))
                .orElse(null);
        try {
            return row == null ? null : UnreadableCall.unless(() -> (StoredCall) row.getData());
        } catch (UnreadableCall unreadable) {
            logger.log(Level.DEBUG, "The row " + instance + " cannot be read, so its method is not known", unreadable);
            return null;
        }
    }
}
