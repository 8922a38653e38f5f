package io.backoff.metrics;

import static io.backoff.metrics.BackoffMeterDocumentation.BUDGET_CAPACITY;
import static io.backoff.metrics.BackoffMeterDocumentation.BUDGET_RATIO;
import static io.backoff.metrics.BackoffMeterDocumentation.BUDGET_RATIO_LIMIT;
import static io.backoff.metrics.BackoffMeterDocumentation.BUDGET_TOKENS;
import static io.backoff.metrics.BackoffMeterDocumentation.BUDGET_WITHDRAWALS;

import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.meters.ContextMeters;
import io.backoff.metrics.BackoffMeterDocumentation.Tag;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * Registers the meters {@code backoff.budget.*}. The registry reads their values on demand; calls do not update them.
 */
final class BudgetMeters {

    private final ContextMeters meters;
    private final TimeSource time;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    BudgetMeters(ContextMeters meters, TimeSource time) {
        this.meters = meters;
        this.time = time;
    }

    /** Registers the meters of a budget unless they exist. Does not throw. */
    void register(RetryBudget budget) {
        // A second registration would log a warning, so the name is checked first.
        if (known.add(budget.name())) {
            SafeMeters.register("budget '" + budget.name() + "'", () -> registerAll(budget));
        }
    }

    private void registerAll(RetryBudget budget) {
        gauge(BUDGET_RATIO, budget, it -> it.ratio(time.nanoTime()));
        gauge(BUDGET_RATIO_LIMIT, budget, it -> it.limits().ratio());
        gauge(BUDGET_TOKENS, budget, RetryBudget::tokens);
        gauge(BUDGET_CAPACITY, budget, RetryBudget::capacity);
        for (Withdrawal result : Withdrawal.values()) {
            withdrawals(budget, result);
        }
    }

    private void gauge(BackoffMeterDocumentation meter, RetryBudget budget, ToDoubleFunction<RetryBudget> value) {
        meters.add(Gauge.builder(meter.getName(), budget, value)
                .description(meter.getDescription())
                .tag(Tag.BUDGET.asString(), budget.name())
                .strongReference(true)::register);
    }

    private void withdrawals(RetryBudget budget, Withdrawal result) {
        // Micrometer refers to the counter's object weakly, so the function captures the budget and ignores 'weak'.
        meters.add(FunctionCounter.builder(BUDGET_WITHDRAWALS.getName(), budget, weak -> budget.withdrawals(result))
                .description(BUDGET_WITHDRAWALS.getDescription())
                .tag(Tag.BUDGET.asString(), budget.name())
                .tag(Tag.RESULT.asString(), result.name().toLowerCase(Locale.ROOT))::register);
    }
}
