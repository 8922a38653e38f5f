package io.backoff.engine.execution;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.TimeSource;
import io.backoff.engine.safe.SafeListeners;
import io.backoff.engine.stats.CallStatistics;
import io.backoff.message.CallMessage;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import io.backoff.policy.StopReason;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reports what happens in the calls of one guard: each decision to the listeners, failures to the log as well, retries,
 * delays and outcomes to the statistics.
 */
final class CallReporter {

    private static final Logger logger = System.getLogger(CallReporter.class.getName());
    // Loaded with this class: an enum cannot be initialized when the stack is full.
    private static final LogMessage NOT_REPORTED = CallMessage.DECISION_NOT_REPORTED;

    private final SafeListeners listeners;
    private final DecisionLogger log;
    private final CallStatistics statistics;
    private final AtomicBoolean warned;

    CallReporter(SafeListeners listeners, DecisionLogger log, CallStatistics statistics) {
        this(listeners, log, statistics, new AtomicBoolean());
    }

    private CallReporter(SafeListeners listeners, DecisionLogger log, CallStatistics statistics, AtomicBoolean warned) {
        this.listeners = listeners;
        this.log = log;
        this.statistics = statistics;
        this.warned = warned;
    }

    /** The statistics of all calls of the guard. */
    CallStatistics statistics() {
        return statistics;
    }

    /** The reporter for a call that begins now, on this thread: this one, unless the call has its own statistics. */
    CallReporter begin() {
        CallStatistics own = statistics.begin();
        return own == statistics ? this : new CallReporter(listeners, log, own, warned);
    }

    /** Reports that the last attempt returned an accepted result. */
    void succeeded(Execution call, @Nullable Object result) {
        if (!listeners.isEmpty()) {
            report(call, null, result, NextStep.SUCCESS);
        }
        try {
            statistics.attempts().succeeded(call.attempt, call.start);
            statistics.outage().succeeded(call.time());
        } catch (Throwable broken) {
            broke(CallMessage.RECOVERY_NOT_REPORTED, broken);
        }
    }

    /**
     * Records the verdict on an attempt that did not succeed.
     *
     * @param attemptStart when the attempt began
     */
    void recorded(Execution call, Verdict verdict, long attemptStart) {
        try {
            Verdict counted = call.nesting.oneAttempt() ? Verdict.notRetryable() : verdict;
            long nanos = call.nanoTimeOr(attemptStart) - attemptStart;
            statistics.attempts().failed(call.attempt, call.start, counted, nanos);
        } catch (Throwable broken) {
            broke(NOT_REPORTED, broken);
        }
    }

    /** Reports what follows an attempt that did not succeed. */
    void decided(Execution call, @Nullable Throwable failure, @Nullable Object result, NextStep decision) {
        report(call, failure, result, decision);
    }

    /** Ends a call because an attempt has spoiled the surrounding transaction. Warns once for all calls. */
    NextStep spoiled(BackoffPolicy policy) {
        if (policy.retries() && warned.compareAndSet(false, true)) {
            CallMessage.TRANSACTION_SPOILED
                    .with(statistics.method(), policy.name())
                    .log(logger);
        }
        return NextStep.stop(StopReason.NOT_RETRYABLE);
    }

    private void report(Execution call, @Nullable Throwable failure, @Nullable Object result, NextStep decision) {
        try {
            RetryDecision description = describe(call, failure, result, decision);
            listeners.onDecision(description);
            if (decision != NextStep.SUCCESS) {
                log.log(description, decision, call.policyInForce(), call.place());
            }
            if (decision.stop() != null) {
                statistics.outage().stopped(decision.stop(), call.time());
            }
        } catch (Throwable broken) {
            // Listeners never throw. The clock may, and the stack may be full.
            broke(NOT_REPORTED, broken);
        }
    }

    private void broke(LogMessage what, Throwable broken) {
        what.with(statistics.method()).log(logger, broken);
    }

    /** Counts the call. */
    void counted(Outcome outcome) {
        statistics.counted(outcome);
    }

    /** Records the end of a call that has been counted. */
    void ended(Outcome outcome, int attempts) {
        statistics.ended(outcome, attempts);
    }

    void retried(RetryCause cause) {
        statistics.retried(cause);
    }

    void waitedSince(long start, TimeSource time) {
        try {
            statistics.waited(time.nanoTime() - start);
        } catch (Throwable broken) {
            broke(CallMessage.DELAY_NOT_REPORTED, broken);
        }
    }

    private RetryDecision describe(
            Execution call, @Nullable Throwable failure, @Nullable Object result, NextStep decision) {
        return new RetryDecision(
                call.policy(),
                statistics.method(),
                call.number(),
                failure,
                result,
                decision.retry(),
                decision.retry() ? decision.delay() : Duration.ZERO,
                decision.stop(),
                call.elapsed());
    }
}
