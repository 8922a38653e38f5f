package io.backoff.config.policy;

import io.backoff.classify.FailureGroup;
import io.backoff.config.FailureName;
import io.backoff.config.JitterKind;
import io.backoff.config.PolicyProperties;
import io.backoff.config.PropertyFormat;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.config.Strategy;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds settings that are valid but unlikely to be intended. */
final class PolicyWarnings {

    private static final LogMessage NOT_USED_BY_STRATEGY =
            LogMessage.warning("%s is %s: strategy '%s' does not use it");
    private static final LogMessage DELAY_TOO_LONG =
            LogMessage.warning("%s is %s: it is longer than max-delay, %s, which bounds it");
    private static final LogMessage MAX_DELAY_TOO_SHORT =
            LogMessage.warning("%s is %s: it is shorter than delay, %s, and bounds it");
    private static final LogMessage THROTTLED_DELAY_TOO_SHORT =
            LogMessage.warning("%s is %s: shorter than delay, %s, so a callee that asks to slow down is called sooner");
    private static final LogMessage GROUP_IN_BOTH =
            LogMessage.warning("%s is %s: group '%s' is also in abort-on, which wins");

    private static final String THROTTLED_DELAY = BuiltInPolicies.THROTTLED_DELAY;
    private static final Set<Strategy> WITHOUT_DELAY = EnumSet.of(Strategy.NONE, Strategy.STOP);
    private static final Set<Strategy> WITHOUT_CAP = EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.LIST);
    private static final Map<String, Set<Strategy>> UNUSED_BY = Map.of(
            "delay", WITHOUT_CAP,
            "max-delay", WITHOUT_CAP,
            "cap", EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.LIST, Strategy.DECORRELATED),
            "granularity", EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.BINARY_EXPONENTIAL),
            "jitter", WITHOUT_DELAY);

    private final LayeredPolicy policy;
    private final Set<LogLine> warnings = new TreeSet<>();

    private PolicyWarnings(LayeredPolicy policy) {
        this.policy = policy;
    }

    /** A line for each finding. */
    static Set<LogLine> of(LayeredPolicy policy) {
        PolicyWarnings found = new PolicyWarnings(policy);
        found.unused();
        found.longDelay();
        found.throttledDelay();
        found.groups();
        return found.warnings;
    }

    private void unused() {
        for (Map.Entry<String, Set<Strategy>> each : UNUSED_BY.entrySet()) {
            String field = each.getKey();
            boolean unused = each.getValue().contains(policy.strategy());
            if (unused && policy.writes(field) && !isNoJitter(field)) {
                warn(NOT_USED_BY_STRATEGY, field, PropertyFormat.of(policy.strategy()));
            }
        }
    }

    private boolean isNoJitter(String field) {
        return field.equals("jitter") && policy.jitter() == JitterKind.NONE;
    }

    // One of them is inherited: a policy that sets both is rejected.
    private void longDelay() {
        boolean longer = policy.get(PolicyProperties::delay).compareTo(policy.get(PolicyProperties::maxDelay)) > 0;
        if (longer && !WITHOUT_CAP.contains(policy.strategy())) {
            if (policy.writes("delay")) {
                warn(DELAY_TOO_LONG, "delay", shown("max-delay"));
            } else if (policy.writes("max-delay")) {
                warn(MAX_DELAY_TOO_SHORT, "max-delay", shown("delay"));
            }
        }
    }

    // Only for configured values: the default adapts to both.
    private void throttledDelay() {
        if (WITHOUT_CAP.contains(policy.strategy())) {
            return;
        }
        Duration throttled = policy.get(PolicyProperties::throttledDelay);
        boolean writesBoth = policy.writes(THROTTLED_DELAY) && policy.writes("max-delay");
        if (writesBoth && throttled.compareTo(policy.get(PolicyProperties::maxDelay)) > 0) {
            warn(DELAY_TOO_LONG, THROTTLED_DELAY, shown("max-delay"));
        }
        if (isSetBesideDelay() && !throttled.isZero() && throttled.compareTo(policy.get(PolicyProperties::delay)) < 0) {
            warn(THROTTLED_DELAY_TOO_SHORT, THROTTLED_DELAY, shown("delay"));
        }
    }

    private void groups() {
        if (policy.writes("retry-on") || policy.writes("abort-on")) {
            Set<FailureGroup> both = groups(policy.get(PolicyProperties::retryOn));
            both.retainAll(groups(policy.get(PolicyProperties::abortOn)));
            both.forEach(group -> warn(GROUP_IN_BOTH, "retry-on", group.key()));
        }
    }

    private static Set<FailureGroup> groups(List<FailureName> names) {
        return names.stream()
                .flatMap(each -> each instanceof FailureName.OfGroup named ? Stream.of(named.group()) : Stream.empty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean isSetBesideDelay() {
        boolean set = !policy.setting(THROTTLED_DELAY).origin().equals(Setting.DEFAULT);
        return set && (policy.writes(THROTTLED_DELAY) || policy.writes("delay"));
    }

    private String shown(String field) {
        return policy.setting(field).shown();
    }

    private void warn(LogMessage message, String field, @Nullable Object reason) {
        warnings.add(message.with(SettingsGroup.POLICIES.property(policy.name(), field), shown(field), reason));
    }
}
