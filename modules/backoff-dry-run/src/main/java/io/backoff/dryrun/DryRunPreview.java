package io.backoff.dryrun;

import io.backoff.config.SettingsGroup;
import io.backoff.endpoint.ChangePreview;
import io.backoff.method.RetriesOfOthers;
import io.backoff.method.RetriesOfOthers.Retried;
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
    private final ObjectProvider<RetriesOfOthers> others;

    DryRunPreview(DryRuns runs, ObjectProvider<RetriesOfOthers> others) {
        this.runs = runs;
        this.others = others;
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
        return reasons.isEmpty() ? null : String.join(" ", reasons);
    }

    /** Returns the methods that other libraries retry under the policies or budgets of the dry run. */
    private List<String> retriedByOthers(DryRun run) {
        return others.stream()
                .flatMap(each -> each.retried().stream())
                .filter(each -> each.budget() != null)
                .filter(each ->
                        run.budgets().contains(each.budget()) || run.policies().contains(each.policy()))
                .map(Retried::method)
                .distinct()
                .toList();
    }
}
