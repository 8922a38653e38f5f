package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import io.backoff.policy.StopReason;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reports what happens in the calls of one guard: each decision to the listeners, failures to the log as well, retries,
 * delays and outcomes to the record.
 */
final class CallReporter {

    private static final Logger logger = System.getLogger(CallReporter.class.getName());

    private final Listeners listeners;
    private final BackoffListener log;
    private final CallRecord record;
    private final AtomicBoolean warned;

    CallReporter(Listeners listeners, BackoffListener log, CallRecord record) {
        this(listeners, log, record, new AtomicBoolean());
    }

    private CallReporter(Listeners listeners, BackoffListener log, CallRecord record, AtomicBoolean warned) {
        this.listeners = listeners;
        this.log = log;
        this.record = record;
        this.warned = warned;
    }

    /** The record of all calls of the guard. */
    CallRecord record() {
        return record;
    }

    /** The reporter of a call that begins now, on this thread: this one, unless the call has a record of its own. */
    CallReporter begin() {
        CallRecord own = record.begin();
        return own == record ? this : new CallReporter(listeners, log, own, warned);
    }

    /** Reports that the last attempt gave an accepted result. */
    void succeeded(Execution call, @Nullable Object result) {
        if (!listeners.isEmpty()) {
            report(call, null, result, Decision.SUCCESS, Listeners.NONE);
        }
        try {
            record.counts().outage().succeeded(call.time());
        } catch (Throwable broken) {
            broke("The end of an outage of ", broken);
        }
    }

    /** Reports what follows an attempt that did not succeed. */
    void decided(Execution call, @Nullable Throwable failure, @Nullable Object result, Decision decision) {
        report(call, failure, result, decision, log);
    }

    /** Ends a call because an attempt has spoiled the transaction around it. Says so once for all calls. */
    Decision spoiled(BackoffPolicy policy) {
        if (policy.retries() && warned.compareAndSet(false, true)) {
            logger.log(
                    Level.WARNING,
                    record.method() + " (policy '" + policy.name() + "') is not retried: an attempt has marked the"
                            + " transaction of its caller for rollback, so that nothing a later one writes could be"
                            + " saved. Guard the method that begins the transaction, or set 'backoff.transactions' to"
                            + " 'retry'");
        }
        return Decision.stop(StopReason.NOT_RETRYABLE);
    }

    private void report(
            Execution call,
            @Nullable Throwable failure,
            @Nullable Object result,
            Decision decision,
            BackoffListener last) {
        try {
            RetryDecision description = describe(call, failure, result, decision);
            listeners.onDecision(description);
            last.onDecision(description);
            if (decision.stop() != null) {
                record.counts().outage().stopped(decision.stop(), call.time());
            }
        } catch (Throwable broken) {
            // Listeners never throw. The clock may, and the stack may be full.
            broke("A decision on ", broken);
        }
    }

    private void broke(String what, Throwable broken) {
        SafeLog.log(logger, Level.WARNING, what + record.method() + " could not be reported", broken);
    }

    /** Counts the call. */
    void counted(Outcome outcome) {
        record.counted(outcome);
    }

    /** Records the end of a call that has been counted. */
    void ended(Outcome outcome, int attempts) {
        record.ended(outcome, attempts);
    }

    void retried(RetryCause cause) {
        record.retried(cause);
    }

    void waitedSince(long start, TimeSource time) {
        try {
            record.waited(time.nanoTime() - start);
        } catch (Throwable broken) {
            broke("A delay of ", broken);
        }
    }

    private RetryDecision describe(
            Execution call, @Nullable Throwable failure, @Nullable Object result, Decision decision) {
        return new RetryDecision(
                call.policy(),
                record.method(),
                call.number(),
                failure,
                result,
                decision.retry(),
                decision.delay(),
                decision.stop(),
                call.elapsed());
    }
}
