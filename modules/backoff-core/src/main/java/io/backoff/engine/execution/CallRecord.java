package io.backoff.engine.execution;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.CallStatistics;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import java.lang.System.Logger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of one guard: reports each decision to listeners and the log, counts outcomes, retries and delays,
 * and feeds the meters. A failure to record never affects a call.
 */
final class CallRecord {

    private static final Logger logger = System.getLogger(CallRecord.class.getName());

    private static final LogMessage DECISION_NOT_REPORTED =
            LogMessage.warning("A decision on %s could not be reported");
    private static final LogMessage DELAY_NOT_REPORTED = LogMessage.warning("A delay of %s could not be reported");
    private static final LogMessage RECOVERY_NOT_REPORTED =
            LogMessage.warning("The end of an outage of %s could not be reported");
    private static final LogMessage TRANSACTION_ROLLBACK_ONLY =
            LogMessage.warning("%s (policy '%s') is not retried: an attempt marked its caller's transaction for "
                    + "rollback, so nothing that a later attempt writes could be committed. Guard the "
                    + "method that begins the transaction, or set 'backoff.transactions' to 'retry'");

    private final Engine engine;
    private final CallStatistics statistics;
    private final CallMeters meters;
    private final AttemptRecorder attempts;
    private final LogLimit once;
    private final boolean inTransaction;

    CallRecord(Engine engine, CallStatistics statistics, AttemptRecorder attempts) {
        this(engine, statistics, statistics.meters(), attempts, LogLimit.once(), false);
    }

    private CallRecord(
            Engine engine,
            CallStatistics statistics,
            CallMeters meters,
            AttemptRecorder attempts,
            LogLimit once,
            boolean inTransaction) {
        this.engine = engine;
        this.statistics = statistics;
        this.meters = meters;
        this.attempts = attempts;
        this.once = once;
        this.inTransaction = inTransaction;
    }

    /** Returns a copy of this record for calls with another engine. Both records share the limit of warnings. */
    CallRecord with(Engine other) {
        return new CallRecord(other, statistics, meters, attempts, once, inTransaction);
    }

    /** Returns a copy of this record for calls that make one attempt because they run in a transaction. */
    CallRecord inTransaction() {
        return new CallRecord(engine, statistics, meters, attempts, once, true);
    }

    /** The engine of the calls. */
    Engine engine() {
        return engine;
    }

    /** Returns the record of a call that begins now on this thread: this record, unless the call has its own meters. */
    CallRecord begin() {
        try {
            CallMeters own = meters.begin();
            return own == meters ? this : new CallRecord(engine, statistics, own, attempts, once, inTransaction);
        } catch (Throwable failure) {
            SafeMeters.ignore(failure);
            return this;
        }
    }

    /** Reports that the last attempt returned an accepted result. */
    void succeeded(Call call, @Nullable Object result) {
        if (!engine.listeners().isEmpty()) {
            report(call, null, result, NextStep.SUCCESS);
        }
        try {
            attempts.succeeded(call.attempt(), call.start());
            statistics.succeeded(call.time());
        } catch (Throwable broken) {
            broke(RECOVERY_NOT_REPORTED, broken);
        }
    }

    /**
     * Records the verdict on an attempt that did not succeed.
     *
     * @param nanos the duration of the attempt
     */
    void failed(Call call, Verdict verdict, long nanos) {
        try {
            attempts.failed(call.attempt(), call.start(), verdict, nanos);
        } catch (Throwable broken) {
            broke(DECISION_NOT_REPORTED, broken);
        }
    }

    /** Reports the decision after an attempt that did not succeed. */
    void decided(Call call, @Nullable Throwable failure, @Nullable Object result, NextStep decision) {
        if (decision == NextStep.ROLLBACK_ONLY) {
            warn(call.policyInForce());
        }
        report(call, failure, result, decision);
    }

    /**
     * Warns that an attempt has marked the caller's transaction rollback-only. Later calls do not repeat the warning.
     */
    private void warn(BackoffPolicy policy) {
        if (policy.retries() && once.isFirst(statistics)) {
            TRANSACTION_ROLLBACK_ONLY.with(statistics.method(), policy.name()).log(logger);
        }
    }

    private void report(Call call, @Nullable Throwable failure, @Nullable Object result, NextStep decision) {
        try {
            RetryDecision description = describe(call, failure, result, decision);
            engine.listeners().onDecision(description);
            if (decision != NextStep.SUCCESS) {
                engine.log().log(description, decision, call.policyInForce(), inTransaction, call.location());
            }
            if (decision.stop() != null) {
                statistics.stopped(decision.stop(), call.time());
            }
        } catch (Throwable broken) {
            // The listeners never throw, but the clock may, and the stack may be full.
            broke(DECISION_NOT_REPORTED, broken);
        }
    }

    private void broke(LogMessage what, Throwable broken) {
        what.with(statistics.method()).log(logger, broken);
    }

    /** Counts the end of a call. */
    void counted(Outcome outcome) {
        statistics.ended(outcome);
    }

    /** Feeds the meters with a call that has been counted. */
    void ended(Outcome outcome, int made) {
        try {
            meters.ended(outcome, made);
        } catch (Throwable failure) {
            SafeMeters.ignore(failure);
        }
    }

    void retried(RetryCause cause) {
        statistics.retried(cause);
        SafeMeters.record(() -> meters.retried(cause));
    }

    void waitedSince(long start, TimeSource time) {
        try {
            long nanos = time.nanoTime() - start;
            SafeMeters.record(() -> meters.waited(nanos));
        } catch (Throwable broken) {
            broke(DELAY_NOT_REPORTED, broken);
        }
    }

    private RetryDecision describe(Call call, @Nullable Throwable failure, @Nullable Object result, NextStep decision) {
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
