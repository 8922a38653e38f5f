package io.backoff.actuate;

import io.backoff.actuate.PolicyReport.Property;
import io.backoff.classify.FailureRules;
import io.backoff.classify.FailureSelection;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.endpoint.ScheduleRow;
import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Creates the reports about policies. */
final class PolicyReports {

    private static final String ENABLED = "enabled";
    private static final String GLOBAL = "backoff.enabled";

    private final PolicyStore store;
    private final CallStatisticsRegistry statistics;
    private final TimeSource time;
    private final boolean enabled;

    /**
     * Creates the factory of reports.
     *
     * @param enabled whether retries are enabled: {@code backoff.enabled}
     */
    PolicyReports(PolicyStore store, CallStatisticsRegistry statistics, TimeSource time, boolean enabled) {
        this.store = store;
        this.statistics = statistics;
        this.time = time;
        this.enabled = enabled;
    }

    /** The reports about all policies, by name. */
    Map<String, PolicyReport> all() {
        Map<String, PolicyReport> reports = new TreeMap<>();
        Map<String, Map<Outcome, Long>> counts = statistics.counts();
        store.get().forEach((name, policy) -> reports.put(name, report(policy, counts.getOrDefault(name, Map.of()))));
        return reports;
    }

    /** The report about the policy of that name; {@code null} if there is no such policy. */
    @Nullable
    PolicyReport of(String name) {
        BackoffPolicy policy = store.get().get(name);
        return policy == null ? null : report(policy, statistics.counts(name));
    }

    private PolicyReport report(BackoffPolicy policy, Map<Outcome, Long> counts) {
        return new PolicyReport(
                properties(policy),
                ScheduleRow.of(policy),
                throttledSchedule(policy),
                policy.delay().estimated() ? true : null,
                text(policy.worstCase()),
                throttledWorstCase(policy),
                policy.budget().name(),
                PaceReport.of(policy.lane().pace(), time),
                CallStatisticsRegistry.byTag(counts),
                policy.enabled(),
                disabledBy(policy));
    }

    /** The settings of a policy; {@code enabled} is false if the application disables all policies. */
    private Map<String, Property> properties(BackoffPolicy policy) {
        Map<String, Property> properties = Property.of(store.settings(SettingsGroup.POLICIES, policy.name()));
        FailureRules rules = policy.classifier().rules();
        properties.computeIfPresent("retry-on", (name, property) -> expanded(property, rules.retryOn(), policy));
        properties.computeIfPresent("abort-on", (name, property) -> expanded(property, rules.abortOn(), policy));
        if (!enabled) {
            properties.put(ENABLED, new Property(false, GLOBAL));
        }
        return properties;
    }

    private static Property expanded(Property property, FailureSelection selection, BackoffPolicy policy) {
        return selection.groups().isEmpty()
                ? property
                : property.expanded(selection.expanded(policy.classifier().groups()));
    }

    private @Nullable String disabledBy(BackoffPolicy policy) {
        if (policy.enabled()) {
            return null;
        }
        return enabled ? store.deciding(policy.name(), ENABLED) : GLOBAL;
    }

    private static @Nullable List<ScheduleRow> throttledSchedule(BackoffPolicy policy) {
        List<ScheduleRow> throttled = ScheduleRow.throttled(policy);
        return throttled.equals(ScheduleRow.of(policy)) ? null : throttled;
    }

    private static @Nullable String throttledWorstCase(BackoffPolicy policy) {
        Optional<Duration> throttled = policy.throttledWorstCase();
        return throttled.equals(policy.worstCase()) ? null : text(throttled);
    }

    private static @Nullable String text(Optional<Duration> duration) {
        return duration.map(Duration::toString).orElse(null);
    }
}
