package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeSource;
import io.backoff.engine.execution.Decision;
import io.backoff.engine.execution.DurableExecution;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLine;
import io.backoff.message.RedeliveryMessage;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.call.StoredCall;
import io.backoff.redelivery.call.StoredCallCodec;
import io.backoff.redelivery.method.RedeliveredMethods;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes one attempt of a stored call, and says what is to become of its row. The row stays as it was until then: whatever
 * happens in between, the attempt is made again.
 */
public final class RedeliveryTaskHandler {

    private static final Logger logger = SpringLogger.of(RedeliveryTaskHandler.class);

    /** Until the application has started, or has taken up a change of the policy. */
    private static final Duration NOT_READY = Duration.ofSeconds(1);

    /** Until the budget may have another retry, at least: whoever asks reads and writes the row. */
    private static final Duration NOT_AFFORDABLE = Duration.ofSeconds(1);

    /** Until somebody has mended the application, or another instance, that is newer or older, takes the call. */
    public static final Duration NOT_FOUND = Duration.ofMinutes(1);

    private final RedeliveredMethods methods;
    private final StoredCallCodec codec;
    private final CallEnds ends;
    private final HeldCalls held;
    private final TimeSource time;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    public RedeliveryTaskHandler(
            RedeliveredMethods methods, StoredCallCodec codec, CallEnds ends, HeldCalls held, TimeSource time) {
        this.methods = methods;
        this.codec = codec;
        this.ends = ends;
        this.held = held;
        this.time = time;
    }

    /**
     * Makes the attempt.
     *
     * @param due when it was to be made
     */
    public CompletionHandler<StoredCall> run(TaskInstance<StoredCall> instance, Instant due) {
        if (!methods.ready()) {
            return postponed(instance.getData(), NOT_READY);
        }
        StoredCall call = instance.getData();
        RedeliveredMethod method = methods.find(call.bean(), call.method());
        if (method == null) {
            report(call, "there is no @Redeliver method of that name", null);
            return postponed(call, NOT_FOUND);
        }
        @Nullable Object[] arguments;
        try {
            arguments = codec.read(method.types(), call.arguments());
        } catch (RuntimeException unreadable) {
            report(call, "its arguments no longer fit the parameters", unreadable);
            return postponed(call, NOT_FOUND);
        }
        return prepare(new Attempt(instance.getId(), call, method, arguments), due);
    }

    /**
     * Takes over the attempt of an instance that has died. It counts: one that kills whoever makes it must end, too.
     */
    public void takeOver(ExecutionComplete died, ExecutionOperations<StoredCall> operations) {
        Instant now = time.instant();
        StoredCall call;
        try {
            call = (StoredCall) died.getExecution().taskInstance.getData();
        } catch (RuntimeException unreadable) {
            RedeliveryMessage.CALL_UNREADABLE.with().log(logger, unreadable);
            operations.reschedule(died, now.plus(NOT_FOUND));
            return;
        }
        // What dies while calls are held is hardly one of them.
        boolean attempted = !held.isHeld(call);
        operations.reschedule(died, now, attempted ? call.released(now).afterLostAttempt(now) : call);
    }

    private CompletionHandler<StoredCall> prepare(Attempt it, Instant due) {
        StoredCall call = it.call;
        Instant now = time.instant();
        DurableExecution execution =
                DurableExecution.of(it.method.guard(), call.attempts().progress(), call.age(now));
        // Only now: a policy that is disabled from here on is not that of the execution, whose failure would be the
        // end.
        CompletionHandler<StoredCall> hold = held.hold(call, it.method, due);
        if (hold != null) {
            return hold;
        }
        if (!execution.policyInForce().enabled()) {
            // Enabled in between: the next execution has the policy that is in force now.
            return postponed(call.held(due.isBefore(now) ? due : now), NOT_READY);
        }
        if (!execution.isAffordable()) {
            Duration wait = execution.postponement();
            return postponed(call.released(now), wait.compareTo(NOT_AFFORDABLE) > 0 ? wait : NOT_AFFORDABLE);
        }
        if (call.attempts().lastAt() != null) {
            execution.waited(call.waited(now));
        }
        return make(it, call.released(now), execution);
    }

    private CompletionHandler<StoredCall> make(Attempt it, StoredCall call, DurableExecution execution) {
        if (execution.start() != null) {
            return ends.bury(
                    it.id, call, it.method, new RecordedFailure(call.attempts().failure()));
        }
        Throwable failure = invoke(execution, it.method, it.arguments);
        if (failure == null) {
            execution.succeeded(null);
            return ends.delivered(it.method);
        }
        Decision decision = execution.failed(failure);
        Throwable seen = execution.failure(failure);
        StoredCall after = call.after(execution.progress(), time.instant(), seen);
        return decision.retry() ? postponed(after, decision.delay()) : ends.bury(it.id, after, it.method, seen);
    }

    private @Nullable Throwable invoke(
            DurableExecution execution, RedeliveredMethod method, @Nullable Object[] arguments) {
        CallerContext.Scope entered = RetryScopeHolder.enter(execution);
        try {
            method.invoke(methods.bean(method), arguments);
            return null;
        } catch (Throwable failure) {
            return failure;
        } finally {
            entered.close();
            // Databases take an interrupted thread for one that wants to stop, and the row has yet to be written.
            Thread.interrupted();
        }
    }

    private CompletionHandler<StoredCall> postponed(StoredCall call, Duration delay) {
        Instant due = time.instant().plus(delay);
        return (complete, operations) -> operations.reschedule(complete, due, call);
    }

    // Each minute, of each call, would be a flood.
    private void report(StoredCall call, String reason, @Nullable Throwable cause) {
        LogLine line = RedeliveryMessage.METHOD_MISSING.with(
                call.method(), call.bean(), reason, NOT_FOUND.toSeconds(), call.method());
        if (reported.add(call.bean() + '/' + call.method())) {
            line.log(logger, cause);
        } else {
            line.debug(logger, cause);
        }
    }

    private record Attempt(
            String id,
            StoredCall call,
            RedeliveredMethod method,
            @Nullable Object[] arguments) {}
}
