package io.backoff.redelivery;

import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import io.backoff.engine.TimeSource;
import java.time.Instant;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Names rows that an earlier version has stored as this version does, so that the database can count them. */
final class RowNaming implements Runnable {

    private static final int BATCH = 500;

    private static final Log logger = LogFactory.getLog(RowNaming.class);

    private final CallScheduler scheduler;
    private final CallTable table;
    private final TimeSource time;

    RowNaming(CallScheduler scheduler, CallTable table, TimeSource time) {
        this.scheduler = scheduler;
        this.table = table;
        this.time = time;
    }

    @Override
    public void run() {
        for (String task : List.of(CallStore.TASK, DeadLetters.TASK)) {
            for (String instance : table.withoutMethod(task, BATCH)) {
                table.rename(task, instance, name(task, instance).toString());
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
        try {
            return scheduler
                    .client()
                    .getScheduledExecution(TaskInstanceId.of(task, instance))
                    .map(row -> (StoredCall) row.getData())
                    .orElse(null);
        } catch (RuntimeException unreadable) {
            logger.debug("The row " + instance + " cannot be read, so its method is not known", unreadable);
            return null;
        }
    }
}
