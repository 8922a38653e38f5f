package io.backoff.dryrun;

import io.backoff.config.change.SettingPreview.Value;
import io.backoff.dryrun.Figures.Comparison;
import io.backoff.policy.BackoffPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The predicted effect of a change of settings.
 *
 * @param values the values of the changed properties, by name
 * @param policy the changed policy; {@code null} if a budget is changed
 * @param policies the names of the policies whose calls may be affected
 * @param budgets the names of the budgets of these policies
 * @param observed the observed calls under these policies
 * @param replay the predicted effect on these calls; {@code null} if unknown
 * @param outage the predicted effect in an outage
 * @param reasons why there is no {@code replay}, and the limitations of the figures; one sentence each
 */
public record DryRun(
        Map<String, Value> values,
        @Nullable Policy policy,
        Set<String> policies,
        Set<String> budgets,
        Observed observed,
        @Nullable Comparison replay,
        Comparison outage,
        List<String> reasons) {

    /** The length of the outage. */
    public static final Duration OUTAGE = OutageTraffic.LENGTH;

    /**
     * The changed policy.
     *
     * @param from the current policy
     * @param to the policy after the change
     */
    public record Policy(BackoffPolicy from, BackoffPolicy to) {}

    /**
     * The observed calls.
     *
     * @param calls number of observed calls
     * @param since start of the observation
     * @param callsPerSecond mean number of calls per second
     * @param failedAttempts share of failed attempts, 0 to 1
     */
    public record Observed(long calls, Instant since, double callsPerSecond, double failedAttempts) {}
}
