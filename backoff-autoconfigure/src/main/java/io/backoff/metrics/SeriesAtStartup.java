package io.backoff.metrics;

import io.backoff.autoconfigure.Budgets;
import io.backoff.autoconfigure.PolicyStore;
import io.backoff.engine.CallRecords;
import io.backoff.engine.ProgrammaticGuards;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Registers what no annotated method does: the meters of programmatic calls under each policy, and those of budgets. A
 * counter that first shows up with its first retry hides that retry from every rate.
 */
final class SeriesAtStartup implements SmartInitializingSingleton {

    private final CallRecords records;
    private final PolicyStore policies;
    private final Budgets budgets;
    private final BudgetMeters meters;

    SeriesAtStartup(CallRecords records, PolicyStore policies, Budgets budgets, BudgetMeters meters) {
        this.records = records;
        this.policies = policies;
        this.budgets = budgets;
        this.meters = meters;
    }

    @Override
    public void afterSingletonsInstantiated() {
        policies.watch(policy -> records.of(policy, ProgrammaticGuards.METHOD));
        budgets.watch(meters::register);
    }
}
