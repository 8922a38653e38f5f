package io.backoff.dryrun;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.RetryBudget;
import io.backoff.config.policy.PolicySnapshot;
import java.util.HashMap;
import java.util.Map;

/**
 * The copies of the budgets for one simulation. A copy starts full, except in one case: if the change refills a budget,
 * the simulation of the current settings starts with the current tokens of that budget.
 */
final class SimulatedBudgets {

    private final PolicySnapshot side;
    private final Refill refill;
    private final Sample sample;
    private final Map<String, RetryBudget> copies = new HashMap<>();

    /**
     * Creates an instance that has not copied any budget yet.
     *
     * @param side the settings
     * @param refill names the budget whose copy starts with the current tokens instead of full; {@link Refill#NONE} for
     *     none
     * @param sample the simulated calls
     */
    SimulatedBudgets(PolicySnapshot side, Refill refill, Sample sample) {
        this.side = side;
        this.refill = refill;
        this.sample = sample;
    }

    RetryBudget copy(RetryBudget real) {
        return real == RetryBudget.UNLIMITED ? real : copies.computeIfAbsent(real.name(), this::create);
    }

    private RetryBudget create(String name) {
        BudgetLimits limits = side.plan().limits(name);
        BudgetLimits reduced = sample.reduced(limits);
        return refill.isOf(name) ? refill.before(limits, reduced) : RetryBudget.of(name, reduced);
    }
}
