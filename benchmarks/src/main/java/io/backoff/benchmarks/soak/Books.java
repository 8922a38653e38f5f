package io.backoff.benchmarks.soak;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.stats.CallStatistics;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks that an application's counts agree with the calls that were made. The check runs when no call is open. */
final class Books {

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private final Life life;
    private final CallStatisticsRegistry statistics;
    private final List<Meter> meters;
    private final Transactions transactions;
    private final @Nullable BackoffListener listener;

    /** Keeps the components that are needed after the application has closed. */
    Books(Life life) {
        this.life = life;
        this.statistics = life.context.getBean(CallStatisticsRegistry.class);
        // The meters are kept here, because the registry loses them when the application closes, while calls in flight
        // still update them.
        this.meters = life.context.getBean(MeterRegistry.class).getMeters();
        this.transactions = life.context.getBean(Transactions.class);
        this.listener = life.context.getBeanProvider(BackoffListener.class).getIfAvailable();
    }

    void balance() {
        awaitOutcomes();
        long attempts = 0;
        for (Kind kind : Kind.values()) {
            balance(kind, record(kind));
            attempts += life.ledger.calls(kind);
        }
        life.violations.unless(
                counted(statistics.all()) == attempts,
                "%d calls, but %d outcomes",
                attempts,
                counted(statistics.all()));
        balanceTransactions();
        if (listener instanceof Decisions decisions) {
            long ends = decisions.ends();
            life.violations.unless(ends == attempts, "%d calls, but the listener heard of %d ends", attempts, ends);
        }
    }

    /**
     * Waits until all outcomes are counted: the thread that works on a cancelled call may count that call after the
     * caller has returned.
     */
    private void awaitOutcomes() {
        long start = System.nanoTime();
        while (counted(statistics.all()) < life.ledger.calls() && System.nanoTime() - start < PATIENCE) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static long counted(Collection<CallStatistics> records) {
        return records.stream().mapToLong(Books::counted).sum();
    }

    private static long counted(CallStatistics statistics) {
        long sum = 0;
        for (Outcome outcome : Outcome.values()) {
            sum += statistics.calls(outcome);
        }
        return sum;
    }

    private CallStatistics record(Kind kind) {
        return statistics.all().stream()
                .filter(ofMethod -> ofMethod.policy().equals(kind.policy)
                        && ofMethod.method().equals(kind.method))
                .findAny()
                .orElseThrow(() -> new IllegalStateException("Nothing is recorded of " + kind));
    }

    private void balance(Kind kind, CallStatistics statistics) {
        Ledger ledger = life.ledger;
        long calls = ledger.calls(kind);
        equal(kind, "outcomes", counted(statistics), calls);
        long meters = 0;
        for (Outcome outcome : Outcome.values()) {
            long counter = counter(kind, "outcome", outcome.tag());
            equal(kind, "counter of " + outcome, counter, statistics.calls(outcome));
            meters += counter;
            life.tally.add(kind, outcome, statistics.calls(outcome));
        }
        equal(kind, "counters", meters, calls);
        balanceAttempts(kind, calls);
        balanceAnswers(kind, statistics);
    }

    private void balanceAttempts(Kind kind, long calls) {
        DistributionSummary summary = meters(kind, "backoff.attempts", DistributionSummary.class)
                .findAny()
                .orElseThrow();
        equal(kind, "histogram", summary.count(), calls);
        long attempts = Math.round(summary.totalAmount());
        // A cancellation may come after the next attempt has been counted, but before that attempt is made.
        within(kind, "attempts", attempts - life.ledger.attempts(kind), 0, life.ledger.cancellations(kind));
        long retries = Math.round(meters(kind, "backoff.retries", FunctionCounter.class)
                .mapToDouble(FunctionCounter::count)
                .sum());
        equal(kind, "retries", retries, attempts - calls);
        life.tally.add(Tally.Event.RETRY, retries);
    }

    private void balanceAnswers(Kind kind, CallStatistics statistics) {
        // If results are retried, a call may end with a rejected result. An inner call returns its result to an attempt
        // of its outer call, so the ledger does not count the result.
        if (kind != Kind.RESULT && kind != Kind.INNER) {
            long successes = statistics.calls(Outcome.SUCCESS) + statistics.calls(Outcome.RECOVERED);
            long cancellations = life.ledger.cancellations(kind);
            within(kind, "successes", successes - life.ledger.results(kind), -cancellations, cancellations);
        }
    }

    private void balanceTransactions() {
        long attempts = life.ledger.attempts(Kind.TRANSACTIONAL);
        equal(Kind.TRANSACTIONAL, "transactions begun", transactions.begun(), attempts);
        equal(Kind.TRANSACTIONAL, "transactions ended", transactions.ended(), attempts);
    }

    private long counter(Kind kind, String tag, String value) {
        return Math.round(meters(kind, "backoff.calls", FunctionCounter.class)
                .filter(counter -> value.equals(counter.getId().getTag(tag)))
                .mapToDouble(FunctionCounter::count)
                .sum());
    }

    private <M extends Meter> Stream<M> meters(Kind kind, String name, Class<M> type) {
        return meters.stream()
                .filter(meter -> meter.getId().getName().equals(name)
                        && kind.policy.equals(meter.getId().getTag("policy"))
                        && kind.method.equals(meter.getId().getTag("method")))
                .map(type::cast);
    }

    private void equal(Kind kind, String what, long actual, long expected) {
        life.violations.unless(
                actual == expected, "%s of %s in %s: %d instead of %d", what, kind, life, actual, expected);
    }

    private void within(Kind kind, String what, long difference, long least, long most) {
        life.violations.unless(
                difference >= least && difference <= most,
                "%s of %s in %s: the count differs by %+d; %d to %d are allowed",
                what,
                kind,
                life,
                difference,
                least,
                most);
    }
}
