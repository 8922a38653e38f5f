package io.backoff.dryrun;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.RetryBudget;
import io.backoff.config.change.SettingPreview;
import io.backoff.config.policy.PolicySnapshot;
import io.backoff.dryrun.Figures.Comparison;
import io.backoff.policy.BackoffPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Simulates the same calls under the current and under the changed settings. */
final class Experiment {

    private static final int MANY_ATTEMPTS = 40;

    private final SettingPreview preview;
    private final ChangeScope scope;
    private final RecordedCalls calls;
    private final Refill refill;
    private boolean cut;

    Experiment(SettingPreview preview, ChangeScope scope, RecordedCalls calls, Refill refill) {
        this.preview = preview;
        this.scope = scope;
        this.calls = calls;
        this.refill = refill;
    }

    /** Replays the observed calls. */
    Comparison replay() {
        boolean sampled = calls.simulated() > Simulation.MOST_CALLS;
        return compare(side -> Simulation.MOST_CALLS, policy -> new ObservedTraffic(calls.window(policy), sampled));
    }

    /** Simulates an outage, in which every attempt fails. */
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

    /** Returns the maximum number of simulated calls, which is lower if each call may make many attempts. */
    private int mostInOutage(PolicySnapshot side) {
        int attempts = scope.simulated().stream()
                .map(side.policies()::get)
                .filter(Objects::nonNull)
                .mapToInt(policy -> policy.limits().attempts().orElse(MANY_ATTEMPTS))
                .max()
                .orElse(1);
        int most = Simulation.MOST_ATTEMPTS / 2 / Math.max(1, Math.min(attempts, MANY_ATTEMPTS));
        return Math.min(Simulation.MOST_CALLS, most);
    }

    private Comparison compare(ToIntFunction<PolicySnapshot> mostCalls, Function<String, Traffic> traffic) {
        Figures from = run(preview.from(), refill, mostCalls, traffic);
        return new Comparison(from, run(preview.to(), Refill.NONE, mostCalls, traffic));
    }

    private Figures run(
            PolicySnapshot side,
            Refill missing,
            ToIntFunction<PolicySnapshot> mostCalls,
            Function<String, Traffic> traffic) {
        Map<BackoffPolicy, Traffic> traffics = traffics(side, traffic);
        Sample sample = Sample.of(traffics.values(), mostCalls.applyAsInt(side), limits(side, traffics.keySet()));
        Simulation simulation = new Simulation(sample);
        SimulatedBudgets budgets = new SimulatedBudgets(side, missing, sample);
        Tally tally = new Tally();
        Tally others = new Tally();
        List<SimulatedPolicy> policies = new ArrayList<>();
        traffics.forEach((policy, calls) -> policies.add(SimulatedPolicy.of(
                simulation,
                policy,
                budgets.copy(policy.budget()),
                calls,
                scope.policies().contains(policy.name()) ? tally : others)));
        simulation.run(policies);
        cut |= simulation.wasCut();
        return tally.figures();
    }

    private Map<BackoffPolicy, Traffic> traffics(PolicySnapshot side, Function<String, Traffic> traffic) {
        Map<BackoffPolicy, Traffic> traffics = new LinkedHashMap<>();
        for (String name : scope.simulated()) {
            BackoffPolicy policy = side.policies().get(name);
            if (policy != null) {
                traffics.put(policy, traffic.apply(name));
            }
        }
        return traffics;
    }

    private static List<BudgetLimits> limits(PolicySnapshot side, Collection<BackoffPolicy> policies) {
        return policies.stream()
                .map(BackoffPolicy::budget)
                .filter(budget -> budget != RetryBudget.UNLIMITED)
                .map(budget -> side.plan().limits(budget.name()))
                .toList();
    }
}
