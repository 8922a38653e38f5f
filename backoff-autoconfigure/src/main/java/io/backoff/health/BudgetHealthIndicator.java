package io.backoff.health;

import io.backoff.budget.BudgetExhaustion;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports {@code OUT_OF_SERVICE} when a budget has been denying retries for the configured time. It does not report
 * {@code DOWN}, because the callee has failed and not the application. Reports {@code UP} again when no retry has been
 * denied for that time, so that an instance without traffic returns to service.
 */
final class BudgetHealthIndicator extends AbstractHealthIndicator {

    private final Budgets budgets;
    private final TimeSource time;
    private final Duration limit;

    BudgetHealthIndicator(Budgets budgets, TimeSource time, Duration limit) {
        super("Retry budgets cannot be read");
        this.budgets = budgets;
        this.time = time;
        this.limit = limit;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        long now = time.nanoTime();
        List<String> exhausted = new ArrayList<>();
        Map<String, Object> details = new LinkedHashMap<>();
        for (RetryBudget budget : budgets.all()) {
            Optional<BudgetExhaustion> exhaustion = budget.exhaustion(now);
            if (exhaustion.filter(this::counts).isPresent()) {
                exhausted.add(budget.name());
            }
            details.put(budget.name(), details(budget, exhaustion));
        }
        (exhausted.isEmpty() ? health.up() : health.outOfService())
                .withDetail("exhausted", exhausted)
                .withDetail("budgets", details);
    }

    private boolean counts(BudgetExhaustion exhaustion) {
        return exhaustion.lasting().compareTo(limit) >= 0 && exhaustion.quiet().compareTo(limit) <= 0;
    }

    private static Map<String, Object> details(RetryBudget budget, Optional<BudgetExhaustion> exhaustion) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("tokens", budget.tokens());
        details.put("capacity", budget.capacity());
        details.put("denied", budget.withdrawals(Withdrawal.DENIED));
        exhaustion.ifPresent(it -> details.put(
                "deniedFor", it.lasting().truncatedTo(ChronoUnit.SECONDS).toString()));
        return details;
    }
}
