package io.backoff.metrics;

import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.meters.ContextMeters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** Registers {@code backoff.budget.*}. The registry reads them on demand; calls do not update them. */
final class BudgetMeters {

    private final ContextMeters meters;
    private final TimeSource time;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    BudgetMeters(ContextMeters meters, TimeSource time) {
        this.meters = meters;
        this.time = time;
    }

    /** Registers the meters of a budget; does nothing if they exist. Does not throw. */
    void register(RetryBudget budget) {
        // Micrometer would also keep the first meters, but log a warning.
        if (known.add(budget.name())) {
            SafeMeters.register("budget '" + budget.name() + "'", () -> registerAll(budget));
        }
    }

    private void registerAll(RetryBudget budget) {
        gauge("ratio", "Retries per call over the last minute", budget, it -> it.ratio(time.nanoTime()));
        gauge(
                "ratio.limit",
                "Retries earned per call",
                budget,
                it -> it.limits().ratio());
        gauge("tokens", "Retries that could be made now", budget, RetryBudget::tokens);
        gauge("capacity", "Retries that the budget can hold", budget, RetryBudget::capacity);
        for (Withdrawal result : Withdrawal.values()) {
            withdrawals(budget, result);
        }
    }

    private void gauge(String name, String description, RetryBudget budget, ToDoubleFunction<RetryBudget> value) {
        meters.add(Gauge.builder("backoff.budget." + name, budget, value)
                .description(description)
                .tag("budget", budget.name())
                .strongReference(true)::register);
    }

    private void withdrawals(RetryBudget budget, Withdrawal result) {
        // Reads the captured budget, not its argument: a function counter can hold that one only weakly.
        meters.add(FunctionCounter.builder("backoff.budget.withdrawals", budget, weak -> budget.withdrawals(result))
                .description("Retries requested from the budget, by result")
                .tag("budget", budget.name())
                .tag("result", result.name().toLowerCase(Locale.ROOT))::register);
    }
}
