package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.redelivery.RedeliveryExhausted;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.call.RedeliveryActions.Action;
import io.backoff.redelivery.call.StoredCall;
import io.backoff.redelivery.call.UnreadableCall;
import io.backoff.text.FailureText;
import java.lang.System.Logger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Completes stored calls: deletes them after success, or turns them into dead letters. */
public final class CallCompletion {

    private static final int LONGEST_FAILURE = 300;

    /** The policy name in a {@link RedeliveryExhausted} event if the method of the call is unknown. */
    private static final String NO_POLICY = "";

    private static final Logger logger = SpringLogger.of(CallCompletion.class);

    private static final LogMessage DEAD_LETTER =
            LogMessage.warning("Stored call %s of '%s' is a dead letter after attempt %s: %s");
    private static final LogMessage LISTENER_FAILED = LogMessage.warning("A listener of the dead letter %s failed");

    private final CallTable table;
    private final Consumer<Object> events;
    private final RedeliveryActions actions;
    private final TimeSource time;

    public CallCompletion(CallTable table, Consumer<Object> events, RedeliveryActions actions, TimeSource time) {
        this.table = table;
        this.events = events;
        this.actions = actions;
        this.time = time;
    }

    /** Deletes a call that has succeeded. */
    CompletionHandler<StoredCall> delivered(RedeliveredMethod method) {
        return (complete, operations) -> {
            operations.remove();
            actions.count(CallId.key(method.name()), Action.DELIVERED);
        };
    }

    /** Turns a call into a dead letter, atomically, and then publishes {@link RedeliveryExhausted}. */
    CompletionHandler<StoredCall> bury(String instance, StoredCall call, RedeliveredMethod method, Throwable failure) {
        return bury(instance, call, event(call, method, failure));
    }

    /** Turns a call into a dead letter because no instance can execute it. */
    CompletionHandler<StoredCall> bury(
            String instance, StoredCall call, @Nullable RedeliveredMethod method, String reason) {
        StoredCall strayed = call.failed(reason);
        RecordedFailure failure = new RecordedFailure(reason);
        return bury(
                instance,
                strayed,
                method == null
                        ? new Ended(
                                call.method(),
                                NO_POLICY,
                                call.method(),
                                call.attempts().made(),
                                failure)
                        : event(strayed, method, failure));
    }

    private CompletionHandler<StoredCall> bury(String instance, StoredCall call, Ended ended) {
        CallId id = CallId.continued(instance, time.instant(), CallId.key(ended.name));
        SchedulableInstance<StoredCall> letter = letter(id, call);
        return (complete, operations) -> {
            operations.removeAndScheduleNew(letter);
            buried(id, ended);
        };
    }

    /** Turns an unreadable row into a dead letter with the same data. */
    CompletionHandler<StoredCall> buryUnreadable(UnreadableCall failure) {
        return (complete, operations) -> {
            Execution row = complete.getExecution();
            String instance = row.taskInstance.getId();
            CallId id = CallId.continued(instance, time.instant(), CallId.keyIn(instance));
            if (table.bury(instance, row.version, id)) {
                buried(id, new Ended(id.key(), NO_POLICY, id.key(), 0, failure));
            }
        };
    }

    private void buried(CallId id, Ended ended) {
        actions.count(id.key(), Action.BURIED);
        RedeliveryExhausted event =
                new RedeliveryExhausted(id.id(), ended.policy, ended.method, ended.attempts, ended.failure);
        report(event, ended.name);
        publish(event);
    }

    private static SchedulableInstance<StoredCall> letter(CallId id, StoredCall call) {
        return SchedulableInstance.of(new TaskInstance<>(DeadLetters.TASK, id.toString(), call), CallStore.NEVER);
    }

    private static Ended event(StoredCall call, RedeliveredMethod method, Throwable failure) {
        return new Ended(
                method.name(),
                method.guard().calls().policy(),
                method.tag(),
                call.attempts().made(),
                failure);
    }

    private static void report(RedeliveryExhausted event, String name) {
        DEAD_LETTER
                .with(event.id(), name, event.attempts(), FailureText.withRootCause(event.failure(), LONGEST_FAILURE))
                .log(logger);
    }

    /**
     * A call that has failed for good.
     *
     * @param name name under which calls of the method are stored
     * @param method {@code Class.method}
     */
    private record Ended(String name, String policy, String method, int attempts, Throwable failure) {}

    // A failing listener must not affect the call, whose dead letter is already stored.
    private void publish(RedeliveryExhausted event) {
        try {
            events.accept(event);
        } catch (RuntimeException | LinkageError failure) {
            LISTENER_FAILED.with(event.id()).log(logger, failure);
        }
    }
}
