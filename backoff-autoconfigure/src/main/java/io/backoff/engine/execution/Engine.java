package io.backoff.engine.execution;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.CallerContext;
import io.backoff.engine.CallerTransactions;
import io.backoff.engine.Nesting;
import io.backoff.engine.Shutdown;
import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.CallStatisticsRegistry;

/**
 * What all calls of an application share.
 *
 * @param time clock, sleep and chance
 * @param listeners hear every decision
 * @param log hears decisions after failures
 * @param statistics count every call
 * @param shutdown ends retrying when the application stops
 * @param context carries what is bound to the caller's thread to retries on other threads
 * @param nesting what a call does inside another one
 * @param transactions those that calls begin in
 */
public record Engine(
        TimeSource time,
        SafeListeners listeners,
        BackoffListener log,
        CallStatisticsRegistry statistics,
        Shutdown shutdown,
        CallerContext context,
        Nesting nesting,
        CallerTransactions transactions) {

    /** Keeps what the log, the context and the transactions may throw away from calls. */
    public Engine {
        log = SafeListeners.of(log);
        context = SafeContext.of(context);
        transactions = SafeTransactions.of(transactions);
    }

    /** An engine that knows of no transactions. */
    public Engine(
            TimeSource time,
            SafeListeners listeners,
            BackoffListener log,
            CallStatisticsRegistry statistics,
            Shutdown shutdown,
            CallerContext context,
            Nesting nesting) {
        this(time, listeners, log, statistics, shutdown, context, nesting, CallerTransactions.NONE);
    }

    /** The same engine with one more listener. */
    Engine with(BackoffListener listener) {
        return new Engine(time, listeners.and(listener), log, statistics, shutdown, context, nesting, transactions);
    }
}
