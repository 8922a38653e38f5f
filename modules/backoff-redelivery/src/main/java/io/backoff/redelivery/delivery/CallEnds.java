package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.redelivery.RedeliveryExhausted;
import io.backoff.redelivery.RedeliveryMessage;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.call.RedeliveryActions.Action;
import io.backoff.redelivery.call.StoredCall;
import io.backoff.text.FailureText;
import java.lang.System.Logger;
import java.util.function.Consumer;

/** Ends a stored call: deletes it, or turns it into a dead letter. */
public final class CallEnds {

    private static final int LONGEST_FAILURE = 300;

    private static final Logger logger = SpringLogger.of(CallEnds.class);

    private final Consumer<Object> events;
    private final RedeliveryActions actions;
    private final TimeSource time;

    public CallEnds(Consumer<Object> events, RedeliveryActions actions, TimeSource time) {
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

    /** Turns a call into a dead letter, atomically, and publishes the event. */
    CompletionHandler<StoredCall> bury(String instance, StoredCall call, RedeliveredMethod method, Throwable failure) {
        CallId id = new CallId(CallId.idIn(instance), time.instant(), CallId.key(method.name()));
        SchedulableInstance<StoredCall> letter = letter(id, call);
        RedeliveryExhausted event = event(id, call, method, failure);
        return (complete, operations) -> {
            operations.removeAndScheduleNew(letter);
            actions.count(id.key(), Action.BURIED);
            report(event, method);
            publish(event);
        };
    }

    private static SchedulableInstance<StoredCall> letter(CallId id, StoredCall call) {
        return SchedulableInstance.of(
                new TaskInstance<>(DeadLetters.TASK, id.toString(), call), DeadLetters.END_OF_TIME);
    }

    private static RedeliveryExhausted event(CallId id, StoredCall call, RedeliveredMethod method, Throwable failure) {
        return new RedeliveryExhausted(
                id.id(),
                method.guard().calls().policy(),
                method.tag(),
                call.attempts().made(),
                failure);
    }

    private static void report(RedeliveryExhausted event, RedeliveredMethod method) {
        RedeliveryMessage.DEAD_LETTER
                .with(event.id(), method.name(), event.attempts(), FailureText.of(event.failure(), LONGEST_FAILURE))
                .log(logger);
    }

    // A failing listener must not affect the call, whose dead letter is stored by now.
    private void publish(RedeliveryExhausted event) {
        try {
            events.accept(event);
        } catch (RuntimeException | LinkageError failure) {
            RedeliveryMessage.LISTENER_FAILED.with(event.id()).log(logger, failure);
        }
    }
}
