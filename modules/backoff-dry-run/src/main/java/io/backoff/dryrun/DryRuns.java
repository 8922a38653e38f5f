package io.backoff.dryrun;

import io.backoff.budget.RetryBudget;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingPreview;
import io.backoff.config.change.SettingPreview.Value;
import io.backoff.config.policy.Budgets;
import io.backoff.config.policy.PolicySnapshot;
import io.backoff.dryrun.Figures.Comparison;
import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Predicts the effect of changes. A prediction changes no settings, budgets or meters, and logs nothing. */
public final class DryRuns {

    private static final int FEWEST_CALLS = 100;

    private final PolicyStore store;
    private final Budgets budgets;
    private final AttemptRecords records;
    private final TimeSource time;

    public DryRuns(PolicyStore store, Budgets budgets, AttemptRecords records, TimeSource time) {
        this.store = store;
        this.budgets = budgets;
        this.records = records;
        this.time = time;
    }

    /**
     * Predicts the effect of a change.
     *
     * @param values the new values by field name; {@code tokens} of a budget can be {@code full}
     * @throws NoSuchElementException if there is no such policy or budget
     * @throws InvalidPropertyException if the change would be rejected
     */
    public DryRun of(SettingsGroup group, String name, Map<String, String> values) {
        Map<String, String> settings = new LinkedHashMap<>(values);
        String tokens = group == SettingsGroup.BUDGETS ? settings.remove(Budgets.TOKENS) : null;
        if (tokens != null) {
            Budgets.checkTokens(name, tokens);
        }
        SettingPreview preview = store.preview(group, name, settings);
        Refill refill = tokens == null ? Refill.NONE : refill(name);
        ChangeScope scope = ChangeScope.of(preview.from(), preview.to(), group, name);
        return compare(new TriedChange(values(preview, refill), policy(preview, group, name)), preview, scope, refill);
    }

    private Refill refill(String name) {
        RetryBudget budget = budgets.find(name);
        return new Refill(name, budget == null ? 0 : budget.tokens());
    }

    private static Map<String, Value> values(SettingPreview preview, Refill refill) {
        Map<String, Value> all = new LinkedHashMap<>(preview.values());
        if (refill != Refill.NONE) {
            all.put(Budgets.TOKENS, new Value(String.valueOf(refill.tokens()), Budgets.FULL));
        }
        return all;
    }

    private static DryRun.@Nullable Policy policy(SettingPreview preview, SettingsGroup group, String name) {
        BackoffPolicy from = preview.from().policies().get(name);
        BackoffPolicy to = preview.to().policies().get(name);
        return group == SettingsGroup.BUDGETS || from == null || to == null ? null : new DryRun.Policy(from, to);
    }

    private DryRun compare(TriedChange change, SettingPreview preview, ChangeScope scope, Refill refill) {
        RecordedCalls calls = RecordedCalls.of(records, time, scope);
        Experiment experiment = new Experiment(preview, scope, calls, refill);
        DryRun.Observed observed = calls.observed();
        List<String> reasons = reasons(preview, scope, observed.calls());
        Comparison replay = reasons.isEmpty() ? experiment.replay() : null;
        Comparison outage = experiment.outage();
        reasons.addAll(limits(preview, scope, experiment));
        return new DryRun(
                change.values, change.policy, scope.policies(), scope.budgets(), observed, replay, outage, reasons);
    }

    /** Returns the reasons why no replay is possible; empty if a replay is possible. */
    private static List<String> reasons(SettingPreview preview, ChangeScope scope, long calls) {
        List<String> reasons = new ArrayList<>();
        Unknowable.reason(preview.from(), preview.to(), scope.policies()).ifPresent(reasons::add);
        if (calls < FEWEST_CALLS) {
            reasons.add("No replay: " + calls + " calls were observed, but at least " + FEWEST_CALLS + " are needed."
                    + (calls == 0 ? " Stored calls and calls retried by other libraries are not observed." : ""));
        }
        return reasons;
    }

    /** Returns the limitations of the figures. */
    private List<String> limits(SettingPreview preview, ChangeScope scope, Experiment experiment) {
        List<String> limits = new ArrayList<>();
        scope.simulated().stream()
                .filter(records::leavesOut)
                .forEach(policy -> limits.add("The calls of policy '" + policy + "' are not recorded, because at most "
                        + AttemptRecords.MOST + " policies are recorded."));
        scope.simulated().stream()
                .filter(policy -> isPaced(preview.from(), policy) || isPaced(preview.to(), policy))
                .forEach(policy -> limits.add("The pace of policy '" + policy + "' is not simulated: attempts wait"
                        + " only for their delays."));
        if (experiment.wasCut()) {
            limits.add("A simulation ended early, because its calls made more than " + Simulation.MOST_ATTEMPTS
                    + " attempts.");
        }
        return limits;
    }

    private static boolean isPaced(PolicySnapshot snapshot, String name) {
        BackoffPolicy policy = snapshot.policies().get(name);
        return policy != null && policy.lane().pace().isOn();
    }

    private record TriedChange(Map<String, Value> values, DryRun.@Nullable Policy policy) {}
}
