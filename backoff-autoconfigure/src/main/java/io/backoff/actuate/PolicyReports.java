package io.backoff.actuate;

import io.backoff.actuate.PolicyReport.Property;
import io.backoff.actuate.PolicyReport.Row;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.ScheduledDelay;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Creates the reports about policies. */
final class PolicyReports {

    private static final int MOST_ROWS = 16;
    private static final String ENABLED = "enabled";
    private static final String GLOBAL = "backoff.enabled";

    private final PolicyStore store;
    private final CallStatisticsRegistry statistics;
    private final boolean enabled;

    /**
     * Creates the reports for an application.
     *
     * @param enabled whether retries are made at all: {@code backoff.enabled}
     */
    PolicyReports(PolicyStore store, CallStatisticsRegistry statistics, boolean enabled) {
        this.store = store;
        this.statistics = statistics;
        this.enabled = enabled;
    }

    /** All policies by name. */
    Map<String, PolicyReport> all() {
        Map<String, PolicyReport> reports = new TreeMap<>();
        store.get().forEach((name, policy) -> reports.put(name, report(policy)));
        return reports;
    }

    /** The policy of that name; {@code null} if there is none. */
    @Nullable
    PolicyReport of(String name) {
        BackoffPolicy policy = store.get().get(name);
        return policy == null ? null : report(policy);
    }

    private PolicyReport report(BackoffPolicy policy) {
        return new PolicyReport(
                properties(policy),
                schedule(policy),
                policy.delay().estimated() ? true : null,
                policy.worstCase().map(Duration::toString).orElse(null),
                policy.budget().name(),
                calls(policy.name()),
                policy.enabled(),
                disabledBy(policy));
    }

    /** The settings of a policy; {@code enabled} is false if the application disables all policies. */
    private Map<String, Property> properties(BackoffPolicy policy) {
        Map<String, Property> properties = Property.of(store.settings(SettingsGroup.POLICIES, policy.name()));
        if (!enabled) {
            properties.put(ENABLED, new Property(false, GLOBAL));
        }
        return properties;
    }

    private @Nullable String disabledBy(BackoffPolicy policy) {
        if (policy.enabled()) {
            return null;
        }
        return enabled ? store.deciding(policy.name(), ENABLED) : GLOBAL;
    }

    private static List<Row> schedule(BackoffPolicy policy) {
        int lastShown = policy.waitFirst() ? MOST_ROWS : MOST_ROWS + 1;
        int last = policy.limits().unlimited()
                ? lastShown
                : Math.min(policy.limits().maxAttempts(), lastShown);
        return policy.schedule(last).stream().map(PolicyReports::row).toList();
    }

    private static Row row(ScheduledDelay delay) {
        return new Row(
                delay.attempt(),
                delay.min().toString(),
                delay.expected().toString(),
                delay.max().toString());
    }

    private Map<String, Long> calls(String policy) {
        Map<String, Long> calls = new LinkedHashMap<>();
        statistics.counts(policy).forEach((outcome, count) -> calls.put(outcome.tag(), count));
        return calls;
    }
}
