package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.execution.DurableExecution;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.call.StoredCall;
import io.backoff.redelivery.call.StoredCallCodec;
import io.backoff.redelivery.call.UnreadableCall;
import io.backoff.redelivery.method.RedeliveredMethods;
import io.backoff.text.FailureText;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes one attempt of a stored call, and then updates its row. If the instance or the database fails before the
 * update, the attempt is repeated.
 */
public final class RedeliveryTaskHandler {

    private static final Logger logger = SpringLogger.of(RedeliveryTaskHandler.class);

    private static final LogMessage METHOD_MISSING =
            LogMessage.error("A stored call of '%s' (bean '%s') cannot be made: %s. It stays stored, is tried again "
                    + "every %s s, and becomes a dead letter after %s min. Restore the method and its bean, or give its only replacement that name: "
                    + "@Redeliver(name = \"%s\").");

    /**
     * Delay after an execution that made no attempt, because the application is starting or stopping, or because the
     * policy was enabled only after the execution began.
     */
    private static final Duration NOT_READY = Duration.ofSeconds(1);

    /** Minimum delay before the budget is asked again, because each check reads and writes the row. */
    private static final Duration NOT_AFFORDABLE = Duration.ofSeconds(1);

    /** Minimum delay before the policy's pace is asked again about an attempt whose turn has not come. */
    private static final Duration NOT_IN_TURN = Duration.ofSeconds(1);

    /**
     * Delay of a call that this instance cannot make. The call is then tried again, here or on an instance of another
     * version.
     */
    public static final Duration NOT_FOUND = Duration.ofMinutes(1);

    /**
     * The time after which a call without a matching method becomes a dead letter. It is longer than a deployment,
     * during which some instances may lack the method.
     */
    private static final Duration GIVEN_UP = Duration.ofHours(1);

    private static final int LONGEST_REASON = 300;

    private final RedeliveredMethods methods;
    private final StoredCallCodec codec;
    private final CallCompletion ends;
    private final ParkedCalls parked;
    private final AttemptsUnderWay underWay;
    private final TimeSource time;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    public RedeliveryTaskHandler(
            RedeliveredMethods methods,
            StoredCallCodec codec,
            CallCompletion ends,
            ParkedCalls parked,
            AttemptsUnderWay underWay,
            TimeSource time) {
        this.methods = methods;
        this.codec = codec;
        this.ends = ends;
        this.parked = parked;
        this.underWay = underWay;
        this.time = time;
    }

    /**
     * Makes the attempt.
     *
     * @param due due time of the attempt
     */
    public CompletionHandler<StoredCall> run(TaskInstance<StoredCall> instance, Instant due) {
        StoredCall call;
        try {
            call = read(instance);
        } catch (UnreadableCall unreadable) {
            return ends.buryUnreadable(unreadable);
        }
        if (!methods.ready() || !underWay.begin()) {
            return postponed(call, NOT_READY);
        }
        try {
            RedeliveredMethod method = methods.find(call.bean(), call.method());
            return method == null
                    ? strayed(instance.getId(), call, null, methods.whyNotFound(call.method()))
                    : prepare(instance.getId(), call, method, due);
        } finally {
            underWay.end();
        }
    }

    /**
     * Takes over the attempt of a crashed instance. The lost attempt is counted like any other: otherwise, a call that
     * crashes every instance would be repeated forever.
     */
    public void takeOver(ExecutionComplete died, ExecutionOperations<StoredCall> operations) {
        Instant now = time.instant();
        StoredCall call;
        try {
            call = read(died.getExecution().taskInstance);
        } catch (UnreadableCall unreadable) {
            ends.buryUnreadable(unreadable).complete(died, operations);
            return;
        }
        // If the method is paused, the crashed execution probably made no attempt.
        boolean attempted = !parked.isParked(call);
        operations.reschedule(died, now, attempted ? call.released(now).afterLostAttempt(now) : call);
    }

    private CompletionHandler<StoredCall> prepare(String id, StoredCall call, RedeliveredMethod method, Instant due) {
        @Nullable Object[] arguments;
        try {
            arguments = codec.read(method.types(), call.arguments());
        } catch (RuntimeException | LinkageError unreadable) {
            String why = FailureText.of(unreadable, LONGEST_REASON);
            return strayed(id, call, method, "its arguments do not fit the parameters: " + why);
        }
        return prepare(new Attempt(id, call.found(), method, arguments), due);
    }

    private static StoredCall read(TaskInstance<?> row) {
        StoredCall call = UnreadableCall.unless(() -> (StoredCall) row.getData());
        if (call == null) {
            throw new UnreadableCall("it is empty", null);
        }
        return call;
    }

    private CompletionHandler<StoredCall> prepare(Attempt attempt, Instant due) {
        StoredCall call = attempt.call;
        Instant now = time.instant();
        DurableExecution execution =
                DurableExecution.of(attempt.method.guard(), call.attempts().progress(), call.age(now));
        // The execution captures its policy first; only then does park() check whether the method is paused, perhaps by
        // a disabled policy. In the reverse order, a policy that is disabled between the two steps would leave the call
        // unparked.
        CompletionHandler<StoredCall> park = parked.park(attempt.id, call, attempt.method, due);
        if (park != null) {
            return park;
        }
        if (!execution.call().policyInForce().enabled()) {
            // The policy was enabled after this execution began; the next execution uses the enabled policy.
            return postponed(call.parked(due.isBefore(now) ? due : now), NOT_READY);
        }
        // Asks the pace before the budget, because a token taken from the budget is spent even if no attempt follows.
        if (!execution.isInTurn()) {
            return postponed(call.released(now), longer(execution.putOff(), NOT_IN_TURN));
        }
        if (!execution.isAffordable()) {
            return postponed(call.released(now), longer(execution.postponement(), NOT_AFFORDABLE));
        }
        if (call.attempts().lastAt() != null) {
            execution.waited(call.waited(now));
        }
        return make(attempt, call.released(now), execution);
    }

    private CompletionHandler<StoredCall> make(Attempt attempt, StoredCall call, DurableExecution execution) {
        RecordedFailure last = new RecordedFailure(call.attempts().failure());
        if (execution.start(last) != null) {
            return ends.bury(attempt.id, call, attempt.method, last);
        }
        Throwable failure = invoke(execution, attempt.method, attempt.arguments);
        return failure == null ? succeeded(attempt, execution) : failed(attempt, call, execution, failure);
    }

    private CompletionHandler<StoredCall> succeeded(Attempt attempt, DurableExecution execution) {
        execution.call().succeeded(null);
        return ends.delivered(attempt.method);
    }

    private CompletionHandler<StoredCall> failed(
            Attempt attempt, StoredCall call, DurableExecution execution, Throwable failure) {
        NextStep decision = execution.call().failed(failure);
        Throwable seen = execution.call().failure(failure);
        StoredCall after = call.after(execution.progress(), time.instant(), seen);
        return decision.retry()
                ? postponed(after, decision.delay())
                : ends.bury(attempt.id, after, attempt.method, seen);
    }

    private @Nullable Throwable invoke(
            DurableExecution execution, RedeliveredMethod method, @Nullable Object[] arguments) {
        CallerContext.Scope entered = RetryScopeHolder.enter(execution.call().scope());
        try {
            method.invoke(methods.bean(method), arguments);
            return null;
        } catch (Throwable failure) {
            return failure;
        } finally {
            entered.close();
            // Clears the interrupt, which would make the update of the row fail.
            Thread.interrupted();
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private CompletionHandler<StoredCall> postponed(StoredCall call, Duration delay) {
        Instant due = time.instant().plus(delay);
        // Databases cannot represent times much later than NEVER.
        Instant latest = due.isAfter(CallStore.NEVER) ? CallStore.NEVER : due;
        return (complete, operations) -> operations.reschedule(complete, latest, call);
    }

    // Postpones the call. During a deployment, an instance of another version may be able to make it. If the call still
    // cannot be made after an hour (GIVEN_UP), it becomes a dead letter.
    private CompletionHandler<StoredCall> strayed(
            String id, StoredCall call, @Nullable RedeliveredMethod method, String reason) {
        Instant now = time.instant();
        StoredCall strayed = call.strayed(now);
        if (!now.isBefore(Objects.requireNonNull(strayed.strayedAt()).plus(GIVEN_UP))) {
            return ends.bury(id, call, method, reason);
        }
        report(call, reason);
        return postponed(strayed, NOT_FOUND);
    }

    // Logs an error only once per method. Each postponed call returns every minute, and an error each time would flood
    // the log.
    private void report(StoredCall call, String reason) {
        LogLine line = METHOD_MISSING.with(
                call.method(), call.bean(), reason, NOT_FOUND.toSeconds(), GIVEN_UP.toMinutes(), call.method());
        if (reported.add(call.bean() + '/' + call.method())) {
            line.log(logger);
        } else {
            line.debug(logger, null);
        }
    }

    private record Attempt(
            String id,
            StoredCall call,
            RedeliveredMethod method,
            @Nullable Object[] arguments) {}
}
