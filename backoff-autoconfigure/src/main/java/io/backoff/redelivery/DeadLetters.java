package io.backoff.redelivery;

import com.github.kagkarlsson.scheduler.ScheduledExecution;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import io.backoff.engine.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Stored calls that have ended without success. They lie in the same table under a task of their own, due at the end of
 * time, so that nobody polls them.
 */
final class DeadLetters {

    /** The name of their task. */
    static final String TASK = "backoff-dead-letter";

    // MySQL's timestamps end a few days later.
    private static final Instant END_OF_TIME = Instant.parse("2037-12-31T00:00:00Z");

    private static final Log logger = LogFactory.getLog(DeadLetters.class);

    private final Supplier<Scheduler> scheduler;
    private final Supplier<TransactionOperations> transactions;
    private final Consumer<Object> events;
    private final TimeSource time;

    DeadLetters(
            Supplier<Scheduler> scheduler,
            Supplier<TransactionOperations> transactions,
            Consumer<Object> events,
            TimeSource time) {
        this.scheduler = scheduler;
        this.transactions = transactions;
        this.events = events;
        this.time = time;
    }

    /** Turns a call into a dead letter, in one step, and tells the application. */
    CompletionHandler<StoredCall> bury(String id, StoredCall call, RedeliveredMethod method, Throwable failure) {
        SchedulableInstance<StoredCall> letter =
                SchedulableInstance.of(new TaskInstance<>(TASK, id, call), END_OF_TIME);
        RedeliveryExhausted event = new RedeliveryExhausted(
                id,
                method.guard().calls().policy(),
                method.tag(),
                call.attempts().made(),
                failure);
        return (complete, operations) -> {
            operations.removeAndScheduleNew(letter);
            publish(event);
        };
    }

    /** All, in no particular order. */
    List<ScheduledExecution<StoredCall>> all() {
        return scheduler.get().getScheduledExecutionsForTask(TASK, StoredCall.class);
    }

    Optional<StoredCall> find(String id) {
        return scheduler
                .get()
                .getScheduledExecution(TaskInstanceId.of(TASK, id))
                .map(letter -> (StoredCall) letter.getData());
    }

    /**
     * Has the call made again, from its first attempt.
     *
     * @return whether there was such a letter
     */
    boolean redrive(String id) {
        Optional<StoredCall> call = find(id);
        call.ifPresent(found -> transactions.get().executeWithoutResult(status -> {
            Instant now = time.instant();
            scheduler.get().scheduleIfNotExists(new TaskInstance<>(CallStore.TASK, id, found.anew(now)), now);
            delete(id);
        }));
        scheduler.get().triggerCheckForDueExecutions();
        return call.isPresent();
    }

    /**
     * Forgets the call.
     *
     * @return whether there was such a letter
     */
    boolean delete(String id) {
        try {
            scheduler.get().cancel(TaskInstanceId.of(TASK, id));
            return true;
        } catch (TaskInstanceNotFoundException gone) {
            return false;
        }
    }

    // A listener in trouble has nothing to do with the call, which is safe by now.
    private void publish(RedeliveryExhausted event) {
        try {
            events.accept(event);
        } catch (RuntimeException | LinkageError failure) {
            logger.warn("A listener of the dead letter " + event.id() + " failed", failure);
        }
    }
}
