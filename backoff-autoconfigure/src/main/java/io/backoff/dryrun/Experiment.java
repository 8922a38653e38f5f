package io.backoff.dryrun;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.RetryBudget;
import io.backoff.config.change.SettingPreview;
import io.backoff.config.policy.Snapshot;
import io.backoff.dryrun.Figures.Comparison;
import io.backoff.policy.BackoffPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Runs the same calls under the settings in force and under the changed ones. */
final class Experiment {

    private static final int MANY_ATTEMPTS = 40;

    private final SettingPreview preview;
    private final Scope scope;
    private final Calls calls;
    private final Refill refill;
    private boolean cut;

    Experiment(SettingPreview preview, Scope scope, Calls calls, Refill refill) {
        this.preview = preview;
        this.scope = scope;
        this.calls = calls;
        this.refill = refill;
    }

    /** The observed calls once more. */
    Comparison replay() {
        return compare(side -> Simulation.MOST_CALLS, policy -> new ObservedTraffic(calls.window(policy)));
    }

    /** Calls whose attempts all fail. */
    Comparison outage() {
        Map<String, Long> during = calls.during(OutageTraffic.LENGTH.toSeconds());
        return compare(
                this::mostInOutage,
                policy -> OutageTraffic.of(
                        during.getOrDefault(policy, 0L), calls.window(policy).total()));
    }

    /** Whether a simulation ended early because its calls made too many attempts. */
    boolean wasCut() {
        return cut;
    }

    /** Fewer calls than usual if each of them may make many attempts. */
    private int mostInOutage(Snapshot side) {
        int attempts = scope.simulated().stream()
                .map(side.policies()::get)
                .filter(Objects::nonNull)
                .mapToInt(each -> each.limits().attempts().orElse(MANY_ATTEMPTS))
                .max()
                .orElse(1);
        int most = Simulation.MOST_ATTEMPTS / 2 / Math.max(1, Math.min(attempts, MANY_ATTEMPTS));
        return Math.min(Simulation.MOST_CALLS, most);
    }

    private Comparison compare(ToIntFunction<Snapshot> mostCalls, Function<String, Traffic> traffic) {
        Figures from = run(preview.from(), mostCalls, traffic, this::budgetInForce);
        return new Comparison(from, run(preview.to(), mostCalls, traffic, RetryBudget::of));
    }

    private Figures run(
            Snapshot side,
            ToIntFunction<Snapshot> mostCalls,
            Function<String, Traffic> traffic,
            BudgetFactory factory) {
        Simulation simulation = new Simulation(mostCalls.applyAsInt(side));
        Tally tally = new Tally();
        Tally others = new Tally();
        Map<String, RetryBudget> budgets = new HashMap<>();
        List<SimulatedPolicy> policies = new ArrayList<>();
        for (String name : scope.simulated()) {
            BackoffPolicy policy = side.policies().get(name);
            if (policy != null) {
                RetryBudget budget = budget(policy.budget(), side, budgets, factory);
                Tally own = scope.policies().contains(name) ? tally : others;
                policies.add(SimulatedPolicy.of(simulation, policy, budget, traffic.apply(name), own));
            }
        }
        simulation.run(policies);
        cut |= simulation.wasCut();
        return tally.figures();
    }

    private static RetryBudget budget(
            RetryBudget real, Snapshot side, Map<String, RetryBudget> budgets, BudgetFactory factory) {
        return real == RetryBudget.UNLIMITED
                ? real
                : budgets.computeIfAbsent(real.name(), name -> factory.create(name, side.limits(name)));
    }

    /** A budget starts full, unless the change is to fill it. */
    private RetryBudget budgetInForce(String name, BudgetLimits limits) {
        return refill.isOf(name) ? refill.before(limits) : RetryBudget.of(name, limits);
    }

    private interface BudgetFactory {

        RetryBudget create(String name, BudgetLimits limits);
    }
}
