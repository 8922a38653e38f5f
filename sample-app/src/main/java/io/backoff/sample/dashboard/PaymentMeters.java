package io.backoff.sample.dashboard;

import io.backoff.budget.RetryBudget;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Outcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.search.Search;
import java.util.Collection;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Reads the meters that a monitoring system would scrape: those of the policy {@code payments}, and those of the
 * requests to the shop and the provider.
 */
@Component
class PaymentMeters {

    static final String POLICY = "payments";

    private static final String ORDERS = "/orders";
    private static final String CHARGES = "/provider/charges";

    private final MeterRegistry registry;
    private final BackoffPolicies policies;
    private final long start = System.nanoTime();

    PaymentMeters(MeterRegistry registry, BackoffPolicies policies) {
        this.registry = registry;
        this.policies = policies;
    }

    /** Totals since the start. */
    Totals totals() {
        return new Totals(
                (System.nanoTime() - start) / 1e9,
                calls(Outcome.SUCCESS),
                calls(Outcome.RECOVERED),
                Stream.of(Outcome.values())
                        .filter(outcome -> !outcome.isSuccess())
                        .mapToLong(this::calls)
                        .sum(),
                sum(requests(CHARGES), Timer::count),
                denied(),
                Histogram.of(payments("backoff.attempts").summaries()).perBucket());
    }

    /** Durations of orders since the start, in nanoseconds. */
    Histogram latencies() {
        return Histogram.of(requests(ORDERS));
    }

    /** The current budget. The gauges of a budget stay registered even when the policy no longer uses the budget. */
    BudgetState budget() {
        RetryBudget budget = policies.get(POLICY).budget();
        return new BudgetState(
                budget.name().equals(POLICY),
                (int) gauge("backoff.budget.tokens"),
                (int) gauge("backoff.budget.capacity"),
                gauge("backoff.budget.ratio.limit"),
                budget.limits().minPerSecond());
    }

    private long calls(Outcome outcome) {
        return sum(payments("backoff.calls").tag("outcome", outcome.tag()).functionCounters(), FunctionCounter::count);
    }

    private Collection<Timer> requests(String uri) {
        return registry.find("http.server.requests").tag("uri", uri).timers();
    }

    private long denied() {
        return sum(
                registry.find("backoff.budget.withdrawals")
                        .tags("budget", POLICY, "result", "denied")
                        .functionCounters(),
                FunctionCounter::count);
    }

    private Search payments(String meter) {
        return registry.find(meter).tag("policy", POLICY);
    }

    private double gauge(String name) {
        return registry.get(name).tag("budget", POLICY).gauge().value();
    }

    private static <M> long sum(Collection<M> meters, ToDoubleFunction<M> count) {
        return (long) meters.stream().mapToDouble(count).sum();
    }
}
