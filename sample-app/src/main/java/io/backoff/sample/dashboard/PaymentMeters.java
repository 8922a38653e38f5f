package io.backoff.sample.dashboard;

import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.search.Search;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Reads the meters that a monitoring system would scrape: those of the policy, and the provider's own of its requests. */
@Component
class PaymentMeters {

    static final String POLICY = "payments";

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
                requests(),
                denied(),
                attempts());
    }

    /** The budget as it is now; its gauges stay when the policy stops to use it. */
    BudgetState budget() {
        BackoffPolicy policy = policies.get(POLICY);
        return new BudgetState(
                policy.budget().name().equals(POLICY),
                (int) gauge("backoff.budget.tokens"),
                (int) gauge("backoff.budget.capacity"),
                gauge("backoff.budget.ratio.limit"));
    }

    private long calls(Outcome outcome) {
        return sum(payments("backoff.calls").tag("outcome", outcome.tag()).functionCounters(), FunctionCounter::count);
    }

    private long requests() {
        return sum(registry.find("http.server.requests").tag("uri", CHARGES).timers(), Timer::count);
    }

    private long denied() {
        return sum(
                registry.find("backoff.budget.withdrawals")
                        .tags("budget", POLICY, "result", "denied")
                        .functionCounters(),
                FunctionCounter::count);
    }

    /** Buckets of the histogram count what is in those before them too; here they are apart, the rest at the end. */
    private List<Long> attempts() {
        NavigableMap<Double, Long> upTo = new TreeMap<>();
        Collection<DistributionSummary> summaries = payments("backoff.attempts").summaries();
        for (DistributionSummary each : summaries) {
            for (CountAtBucket bucket : each.takeSnapshot().histogramCounts()) {
                upTo.merge(bucket.bucket(), (long) bucket.count(), Long::sum);
            }
        }
        upTo.put(Double.POSITIVE_INFINITY, sum(summaries, DistributionSummary::count));
        List<Long> apart = new ArrayList<>();
        long before = 0;
        for (long count : upTo.values()) {
            apart.add(count - before);
            before = count;
        }
        return apart;
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
