package io.backoff.redelivery.delivery;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeSource;
import io.backoff.engine.execution.DurableExecution;
import io.backoff.engine.execution.NextStep;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLine;
import io.backoff.redelivery.RedeliveryMessage;
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
 * Makes one attempt of a stored call, and decides what happens to its row. The row is unchanged until then: whatever
 * fails in between, the attempt is made again.
 */
public final class RedeliveryTaskHandler {

    private static final Logger logger = SpringLogger.of(RedeliveryTaskHandler.class);

    /** Delay before a call that came too early is tried again: the application starts, or its policy has changed. */
    private static final Duration NOT_READY = Duration.ofSeconds(1);

    /** Minimum delay until the budget may permit a retry. Each check reads and writes the row. */
    private static final Duration NOT_AFFORDABLE = Duration.ofSeconds(1);

    /** Delay before a call that this instance cannot make is tried again, here or by another version. */
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
     * @param due when the attempt was due
     */
    public CompletionHandler<StoredCall> run(TaskInstance<StoredCall> instance, Instant due) {
        if (!methods.ready()) {
            return postponed(instance.getData(), NOT_READY);
        }
        StoredCall call = instance.getData();
        RedeliveredMethod method = methods.find(call.bean(), call.method());
        return method == null
                ? notFound(call, "there is no @Redeliver method of that name", null)
                : prepare(instance.getId(), call, method, due);
    }

    /**
     * Takes over the attempt of an instance that has died. It counts as an attempt, so that a call that kills its
     * instance ends, too.
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
        // While its method is paused, the execution that died has hardly been an attempt.
        boolean attempted = !held.isHeld(call);
        operations.reschedule(died, now, attempted ? call.released(now).afterLostAttempt(now) : call);
    }

    private CompletionHandler<StoredCall> prepare(String id, StoredCall call, RedeliveredMethod method, Instant due) {
        @Nullable Object[] arguments;
        try {
            arguments = codec.read(method.types(), call.arguments());
        } catch (RuntimeException unreadable) {
            return notFound(call, "its arguments no longer fit the parameters", unreadable);
        }
        return prepare(new Attempt(id, call, method, arguments), due);
    }

    private CompletionHandler<StoredCall> prepare(Attempt attempt, Instant due) {
        StoredCall call = attempt.call;
        Instant now = time.instant();
        DurableExecution execution =
                DurableExecution.of(attempt.method.guard(), call.attempts().progress(), call.age(now));
        // Checked after the execution has taken its policy: disabling it from here on does not affect the execution.
        // Under a disabled policy, a failure would end the call.
        CompletionHandler<StoredCall> hold = held.hold(call, attempt.method, due);
        if (hold != null) {
            return hold;
        }
        if (!execution.policyInForce().enabled()) {
            // The policy was enabled in between: the next execution takes the current one.
            return postponed(call.held(due.isBefore(now) ? due : now), NOT_READY);
        }
        if (!execution.isAffordable()) {
            Duration wait = execution.postponement();
            return postponed(call.released(now), wait.compareTo(NOT_AFFORDABLE) > 0 ? wait : NOT_AFFORDABLE);
        }
        if (call.attempts().lastAt() != null) {
            execution.waited(call.waited(now));
        }
        return make(attempt, call.released(now), execution);
    }

    private CompletionHandler<StoredCall> make(Attempt attempt, StoredCall call, DurableExecution execution) {
        if (execution.start() != null) {
            RecordedFailure last = new RecordedFailure(call.attempts().failure());
            return ends.bury(attempt.id, call, attempt.method, last);
        }
        Throwable failure = invoke(execution, attempt.method, attempt.arguments);
        return failure == null ? succeeded(attempt, execution) : failed(attempt, call, execution, failure);
    }

    private CompletionHandler<StoredCall> succeeded(Attempt attempt, DurableExecution execution) {
        execution.succeeded(null);
        return ends.delivered(attempt.method);
    }

    private CompletionHandler<StoredCall> failed(
            Attempt attempt, StoredCall call, DurableExecution execution, Throwable failure) {
        NextStep decision = execution.failed(failure);
        Throwable seen = execution.failure(failure);
        StoredCall after = call.after(execution.progress(), time.instant(), seen);
        return decision.retry()
                ? postponed(after, decision.delay())
                : ends.bury(attempt.id, after, attempt.method, seen);
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
            // Clears the interrupt: it makes database access fail, and the row has yet to be written.
            Thread.interrupted();
        }
    }

    private CompletionHandler<StoredCall> postponed(StoredCall call, Duration delay) {
        Instant due = HeldCalls.whileWaiting(time.instant().plus(delay));
        return (complete, operations) -> operations.reschedule(complete, due, call);
    }

    private CompletionHandler<StoredCall> notFound(StoredCall call, String reason, @Nullable Throwable cause) {
        report(call, reason, cause);
        return postponed(call, NOT_FOUND);
    }

    // A warning per call and minute would flood the log.
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
