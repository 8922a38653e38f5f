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
 * @param shutdown ends retrying when the application stops
 * @param context carries what is bound to the caller's thread to retries on other threads
 * @param nesting how a call behaves inside another one
 * @param transactions looks up the transactions that calls begin in
 * @param deadlines when the time of a call ends, apart from its own limit
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

    /** Wraps the log, the context and the transactions, so that calls do not fail when these throw. */
    public Engine {
        log = SafeDecisionLogger.of(log);
        context = SafeContext.of(context);
        transactions = SafeTransactions.of(transactions);
    }

    /** Creates an engine without transactions, whose calls end with those that they are made in. */
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

    /** This engine for calls that another library retries: these retry inside of transactions too. */
    public Engine governing() {
        return new Engine(
                time, listeners, log, statistics, shutdown, context, nesting, CallerTransactions.NONE, deadlines);
    }

    /** This engine for calls that are only counted. */
    public Engine observing() {
        DecisionLogger silent = (decision, step, policy, place) -> {};
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

    /** This engine with one more listener. */
    Engine with(BackoffListener listener) {
        return new Engine(
                time, listeners.and(listener), log, statistics, shutdown, context, nesting, transactions, deadlines);
    }
}
