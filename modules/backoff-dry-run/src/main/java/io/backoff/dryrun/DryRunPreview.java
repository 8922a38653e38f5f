package io.backoff.dryrun;

import io.backoff.budget.RetryBudget;
import io.backoff.config.SettingsGroup;
import io.backoff.endpoint.ChangePreview;
import io.backoff.method.IntegrationCalls;
import io.backoff.method.RetriesOfOthers;
import io.backoff.method.RetriesOfOthers.Retried;
import io.backoff.policy.BackoffPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.beans.factory.ObjectProvider;

/** Performs dry runs for the Actuator endpoint. */
@RegisterReflectionForBinding(DryRunReport.class)
final class DryRunPreview implements ChangePreview {

    private final DryRuns runs;
    private final BackoffPolicies policies;
    private final ObjectProvider<RetriesOfOthers> others;
    private final ObjectProvider<IntegrationCalls> listeners;

    DryRunPreview(
            DryRuns runs,
            BackoffPolicies policies,
            ObjectProvider<RetriesOfOthers> others,
            ObjectProvider<IntegrationCalls> listeners) {
        this.runs = runs;
        this.policies = policies;
        this.others = others;
        this.listeners = listeners;
    }

    @Override
    public DryRunReport of(SettingsGroup group, String name, Map<String, String> values) {
        DryRun run = runs.of(group, name, values);
        return DryRunReports.of(run, name, reason(run));
    }

    private @Nullable String reason(DryRun run) {
        List<String> reasons = new ArrayList<>(run.reasons());
        List<String> retriedByOthers = retriedByOthers(run);
        if (!retriedByOthers.isEmpty()) {
            reasons.add("Not simulated: the retries of " + String.join(", ", retriedByOthers)
                    + ", which are made by other libraries.");
        }
        List<String> withOwnBudgets = withOwnBudgets(run);
        if (!withOwnBudgets.isEmpty()) {
            reasons.add("Not simulated: the budgets of their own from which these listeners draw: "
                    + String.join(", ", withOwnBudgets) + ".");
        }
        if (run.policies().isEmpty() && retriedByOthers.isEmpty() && withOwnBudgets.isEmpty()) {
            reasons.add("No policy draws from this budget.");
        }
        return reasons.isEmpty() ? null : String.join(" ", reasons);
    }

    /** Returns the methods that other libraries retry under the policies or budgets of the dry run. */
    private List<String> retriedByOthers(DryRun run) {
        return others.stream()
                .flatMap(library -> library.retried().stream())
                .filter(retried -> retried.budget() != null)
                .filter(retried -> run.budgets().contains(retried.budget())
                        || run.policies().contains(retried.policy()))
                .map(Retried::method)
                .distinct()
                .toList();
    }

    /**
     * Returns the affected listeners whose budget is not that of their policy. A listener is affected if its policy or
     * budget is part of the dry run. The simulation uses the budgets of policies only.
     */
    private List<String> withOwnBudgets(DryRun run) {
        return listeners.stream()
                .flatMap(integration -> integration.rows().stream())
                .filter(row ->
                        run.budgets().contains(row.budget()) || run.policies().contains(row.policy()))
                .filter(this::hasOwnBudget)
                .map(IntegrationCalls.Row::method)
                .distinct()
                .toList();
    }

    // Stored calls without a budget do not count: they are not observed, so the simulation does not charge them to the
    // policy's budget.
    private boolean hasOwnBudget(IntegrationCalls.Row row) {
        RetryBudget budget = row.guard().policy().get().budget();
        return budget != RetryBudget.UNLIMITED
                && !budget.name().equals(policies.get(row.policy()).budget().name());
    }
}
