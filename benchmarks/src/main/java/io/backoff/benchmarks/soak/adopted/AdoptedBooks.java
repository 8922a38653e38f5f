package io.backoff.benchmarks.soak.adopted;

import io.backoff.adopt.AdoptMode;
import io.backoff.adopt.AdoptedMethods;
import io.backoff.budget.BudgetLimits;
import io.backoff.budget.RetryBudget;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.stats.CallCounts;
import io.backoff.policy.Outcome;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContext;

/** Checks that an application's counts agree with the calls that were made. The check runs when no call is open. */
final class AdoptedBooks {

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private final ApplicationContext context;
    private final AdoptMode mode;
    private final Results results;
    private final Check check;

    AdoptedBooks(ApplicationContext context, AdoptMode mode, Results results, Check check) {
        this.context = context;
        this.mode = mode;
        this.results = results;
        this.check = check;
    }

    void balance(String life, double seconds, AdoptedTally tally) {
        awaitOutcomes();
        for (Adopted method : Adopted.values()) {
            balance(method, life, seconds);
            for (Outcome outcome : Outcome.values()) {
                tally.add(mode, method, outcome, counts(method).calls(outcome));
            }
        }
    }

    /** Waits, because a future may complete just before its call is counted. */
    private void awaitOutcomes() {
        long start = System.nanoTime();
        while (Stream.of(Adopted.values()).mapToLong(this::counted).sum() < results.calls()
                && System.nanoTime() - start < PATIENCE) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private void balance(Adopted method, String life, double seconds) {
        long calls = results.of(method).calls().sum();
        long attempts = results.of(method).attempts().sum();
        long successes = results.of(method).successes().sum();
        CallCounts counts = counts(method);
        equal("outcomes", method, life, counted(method), calls);
        equal("successes", method, life, counts.calls(Outcome.SUCCESS) + counts.calls(Outcome.RECOVERED), successes);
        DistributionSummary summary = context.getBean(MeterRegistry.class)
                .get("backoff.attempts")
                .tag("method", method.method)
                .summary();
        equal("counts of the histogram", method, life, summary.count(), calls);
        equal("attempts", method, life, Math.round(summary.totalAmount()), attempts);
        if (mode == AdoptMode.GOVERN) {
            double bound = bound(budget(method).limits(), successes, seconds);
            check.unless(
                    attempts - calls <= bound,
                    "%d retries of %s in %s; at most %.1f are allowed",
                    attempts - calls,
                    method,
                    life,
                    bound);
        }
    }

    private void equal(String what, Adopted method, String life, long actual, long expected) {
        check.unless(actual == expected, "%s of %s in %s: %d instead of %d", what, method, life, actual, expected);
    }

    private static double bound(BudgetLimits limits, long successes, double seconds) {
        double reserve = Math.max(1, limits.minPerSecond()) + limits.minPerSecond() * seconds;
        return limits.burst() + limits.ratio() * successes + reserve;
    }

    private RetryBudget budget(Adopted method) {
        return context.getBean(Budgets.class).all().stream()
                .filter(budget -> budget.name().equals(method.method))
                .findAny()
                .orElseThrow(() -> new IllegalStateException("No budget for " + method));
    }

    private long counted(Adopted method) {
        CallCounts counts = counts(method);
        return Stream.of(Outcome.values()).mapToLong(counts::calls).sum();
    }

    private CallCounts counts(Adopted method) {
        return context.getBean(AdoptedMethods.class).all().stream()
                .filter(row -> row.name().equals(method.method))
                .findAny()
                .orElseThrow(() -> new IllegalStateException(method + " is not adopted"))
                .method()
                .guards()
                .calls();
    }
}
