package io.backoff.actuate;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.dryrun.DryRun;
import io.backoff.dryrun.DryRuns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Makes dry runs of changes. Rejects what {@link ChangeHandler} rejects, but logs nothing: nothing was at stake. */
record DryRunHandler(DryRuns runs, ChangeHandler changes, MethodReports methods) {

    /**
     * Reports what the change would do.
     *
     * @param change {@code null} if the request could not be read
     */
    WebEndpointResponse<?> run(SettingsGroup group, String name, @Nullable Change change) {
        if (!changes.isKnown(group, name)) {
            return changes.unknown(group, name).response();
        }
        if (change == null) {
            return Problems.malformed().response();
        }
        try {
            DryRun run = runs.of(group, name, change.properties());
            return new WebEndpointResponse<>(DryRunReports.of(run, name, reason(run)));
        } catch (InvalidPropertyException invalid) {
            return Problems.invalid(invalid).response();
        }
    }

    private @Nullable String reason(DryRun run) {
        List<String> reasons = new ArrayList<>(run.reasons());
        List<String> adopted = adoptedBy(run);
        if (!adopted.isEmpty()) {
            reasons.add(
                    "Not simulated: the retries of " + String.join(", ", adopted) + ", which other libraries make.");
        }
        return reasons.isEmpty() ? null : String.join(" ", reasons);
    }

    /** The methods whose retries draw from the same budgets, but are made by another library. */
    private List<String> adoptedBy(DryRun run) {
        return methods.adopted().stream()
                .filter(each -> each.budget() != null)
                .filter(each ->
                        run.budgets().contains(each.budget()) || run.policies().contains(each.policy()))
                .map(AdoptedReport::method)
                .distinct()
                .toList();
    }
}
