package io.backoff.benchmarks.soak;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import java.util.List;
import java.util.Map;

/** Checks that budgets have granted no more retries than permitted. The check runs when no call is open. */
final class Allowances {

    private static final List<String> UNCHANGED = List.of("transactional", "mono");
    // The largest limits ever set for the budgets whose settings change.
    private static final BudgetLimits LARGEST = new BudgetLimits(0.5, 80, 20, DepositOn.CALL);

    private final Life life;
    private final Budgets budgets;
    private final CallStatisticsRegistry statistics;

    /** Keeps the components that are needed after the application has closed. */
    Allowances(Life life) {
        this.life = life;
        this.budgets = life.context.getBean(Budgets.class);
        this.statistics = life.context.getBean(CallStatisticsRegistry.class);
    }

    void check() {
        double seconds = (System.nanoTime() - life.began) / 1e9;
        for (RetryBudget budget : budgets.all()) {
            if (budget.name().equals("shared") || budget.name().equals("changing")) {
                check(budget, changedBound(seconds));
            } else if (UNCHANGED.contains(budget.name())) {
                check(budget, bound(budget, seconds));
            }
            life.tally.add(Tally.Event.DENIAL, budget.withdrawals(Withdrawal.DENIED));
        }
    }

    private void check(RetryBudget budget, double bound) {
        long granted = budget.withdrawals(Withdrawal.GRANTED) + budget.withdrawals(Withdrawal.RESERVE);
        life.violations.unless(
                granted <= bound,
                "budget %s of %s has granted %d retries; at most %.1f are allowed",
                budget.name(),
                life,
                granted,
                bound);
    }

    /** An upper bound for the retries of a budget whose settings do not change. */
    private double bound(RetryBudget budget, double seconds) {
        BudgetLimits limits = budget.limits();
        Map<Outcome, Long> outcomes = statistics.counts(budget.name());
        long deposits = outcomes.getOrDefault(Outcome.SUCCESS, 0L) + outcomes.getOrDefault(Outcome.RECOVERED, 0L);
        return limits.burst() + limits.ratio() * deposits + reserve(limits, seconds);
    }

    /**
     * An upper bound for the retries of a budget whose settings change. It holds even if each change came at the worst
     * moment.
     */
    private double changedBound(double seconds) {
        double deposits = 2.0 * life.ledger.calls();
        long fillings = 1 + life.ledger.refills();
        return LARGEST.burst() * fillings
                + LARGEST.ratio() * deposits
                + LARGEST.minPerSecond() * life.ledger.budgetChanges()
                + reserve(LARGEST, seconds);
    }

    private static double reserve(BudgetLimits limits, double seconds) {
        return Math.max(1, limits.minPerSecond()) + limits.minPerSecond() * seconds;
    }
}
