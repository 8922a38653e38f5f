package io.backoff.engine.execution;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.CallerContext;
import io.backoff.engine.CallerTransactions;
import io.backoff.engine.Deadlines;
import io.backoff.engine.Nesting;
import io.backoff.engine.Shutdown;
import io.backoff.engine.TimeSource;
import io.backoff.engine.safe.SafeContext;
import io.backoff.engine.safe.SafeListeners;
import io.backoff.engine.safe.SafeTransactions;
import io.backoff.engine.stats.CallStatisticsRegistry;

/**
 * The components that all calls of an application share.
 *
 * @param time clock, sleep and randomness
 * @param listeners receive every decision
 * @param log receives decisions after failures
 * @param statistics count every call
 * @param shutdown ends retries when the application stops
 * @param context propagates the caller's context to retries on other threads
 * @param nesting how a nested call behaves
 * @param transactions look up the callers' transactions
 * @param deadlines how deadlines propagate to calls
 */
public record Engine(
        TimeSource time,
        SafeListeners listeners,
        DecisionLogger log,
        CallStatisticsRegistry statistics,
        Shutdown shutdown,
        CallerContext context,
        Nesting nesting,
        CallerTransactions transactions,
        Deadlines deadlines) {

    /** Wraps the log, the context and the transactions, so that their exceptions do not fail calls. */
    public Engine {
        log = SafeDecisionLogger.of(log);
        context = SafeContext.of(context);
        transactions = SafeTransactions.of(transactions);
    }

    /** Creates an engine that ignores transactions, and whose calls inherit deadlines. */
    public Engine(
            TimeSource time,
            SafeListeners listeners,
            DecisionLogger log,
            CallStatisticsRegistry statistics,
            Shutdown shutdown,
            CallerContext context,
            Nesting nesting) {
        this(time, listeners, log, statistics, shutdown, context, nesting, CallerTransactions.NONE, Deadlines.INHERIT);
    }

    /**
     * Returns a copy of this engine for calls that another library retries. They are retried inside transactions too.
     */
    public Engine governing() {
        return new Engine(
                time, listeners, log, statistics, shutdown, context, nesting, CallerTransactions.NONE, deadlines);
    }

    /**
     * Returns a copy of this engine for calls that are only observed. It ignores listeners and transactions, and logs
     * no decisions.
     */
    public Engine observing() {
        DecisionLogger silent = (decision, step, policy, inTransaction, place) -> {};
        return new Engine(
                time,
                SafeListeners.NONE,
                silent,
                statistics,
                shutdown,
                context,
                Nesting.INDEPENDENT,
                CallerTransactions.NONE,
                deadlines);
    }

    /** Returns a copy of this engine with one more listener. */
    Engine with(BackoffListener listener) {
        return new Engine(
                time, listeners.and(listener), log, statistics, shutdown, context, nesting, transactions, deadlines);
    }
}
