package io.backoff.config.policy;

import io.backoff.classify.FailureGroup;
import io.backoff.config.FailureName;
import io.backoff.config.JitterKind;
import io.backoff.config.PaceMode;
import io.backoff.config.PolicyProperties;
import io.backoff.config.PropertyFormat;
import io.backoff.config.RejectionReason;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.config.Strategy;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.text.DurationText;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rejects values out of range and contradictory fields, and warns about settings that are valid but unlikely to be
 * intended. Most checks apply only to fields that the policy sets itself.
 */
final class PolicyChecks {

    private static final LogMessage NOT_USED_BY_STRATEGY =
            LogMessage.warning("%s is %s: strategy '%s' does not use it");
    private static final LogMessage NOT_USED_BY_PACE = LogMessage.warning("%s is %s: pace '%s' does not use it");
    private static final LogMessage DELAY_TOO_LONG =
            LogMessage.warning("%s is %s, which is longer than max-delay, %s, so max-delay is used in its place");
    private static final LogMessage MAX_DELAY_TOO_SHORT =
            LogMessage.warning("%s is %s, which is shorter than delay, %s, so max-delay is used in place of delay");
    private static final LogMessage THROTTLED_DELAY_TOO_SHORT =
            LogMessage.warning("%s is %s: shorter than delay, %s, so a callee that asks to slow down is called sooner");
    private static final LogMessage GRANULARITY_TOO_LONG =
            LogMessage.warning("%s is %s, which is longer than %s, so the first delay is rounded down to 0");
    private static final LogMessage SHORTER_THAN_GRANULARITY = LogMessage.warning(
            "%s is %s, which is shorter than granularity, %s, so the first delay is rounded down to 0");
    private static final LogMessage GROUP_IN_BOTH =
            LogMessage.warning("%s is %s: group '%s' is also in abort-on, which wins");

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    private static final String THROTTLED_DELAY = BuiltInPolicies.THROTTLED_DELAY;
    private static final Set<Strategy> WITHOUT_CAP = EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.LIST);
    private static final Set<Strategy> RANDOM_BY_THEMSELVES =
            EnumSet.of(Strategy.DECORRELATED, Strategy.BINARY_EXPONENTIAL);

    /** The strategies that use a field. The field must not be set together with any other strategy. */
    private static final Map<String, Set<Strategy>> USED_BY = Map.of(
            "increment",
            EnumSet.of(Strategy.LINEAR),
            "exponent",
            EnumSet.of(Strategy.POLYNOMIAL),
            "ceiling",
            EnumSet.of(Strategy.BINARY_EXPONENTIAL),
            "multiplier",
            EnumSet.of(Strategy.EXPONENTIAL),
            "delays",
            EnumSet.of(Strategy.LIST),
            THROTTLED_DELAY,
            EnumSet.range(Strategy.CONSTANT, Strategy.DECORRELATED));

    /** The strategies that ignore a field. Setting the field together with such a strategy causes a warning. */
    private static final Map<String, Set<Strategy>> UNUSED_BY = Map.of(
            "delay", WITHOUT_CAP,
            "max-delay", WITHOUT_CAP,
            "cap", EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.LIST, Strategy.DECORRELATED),
            "granularity", EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.BINARY_EXPONENTIAL),
            "jitter", EnumSet.of(Strategy.NONE, Strategy.STOP));

    private final LayeredPolicy policy;
    private final Strategy strategy;
    private final Set<LogLine> warnings = new TreeSet<>();

    private PolicyChecks(LayeredPolicy policy) {
        this.policy = policy;
        this.strategy = policy.strategy();
    }

    /**
     * Checks a policy.
     *
     * @return the warnings
     * @throws io.backoff.config.InvalidPropertyException if the policy is invalid
     */
    static Set<LogLine> check(LayeredPolicy policy) {
        PolicyChecks checks = new PolicyChecks(policy);
        checks.ranges();
        policy.own().fields().forEach(checks::values);
        checks.combinations();
        checks.fieldsWithoutEffect();
        checks.paceShare();
        checks.longDelay();
        checks.throttledDelay();
        checks.roundedDelay();
        checks.groups();
        return checks.warnings;
    }

    private void reject(boolean invalid, String field, String reason, String remedy) {
        if (invalid) {
            throw policy.invalid(field, reason, remedy);
        }
    }

    private void ranges() {
        double unlimited = Double.MAX_VALUE;
        within("multiplier", PolicyProperties::multiplier, 1, unlimited, "Use 1 for delays that do not grow.");
        within("exponent", PolicyProperties::exponent, 0, unlimited, "Use 1 for linear growth, 2 for quadratic.");
        within("ceiling", PolicyProperties::ceiling, 1, 62, "Ethernet uses 10.");
        within("jitter-factor", PolicyProperties::jitterFactor, 0, 1, "Use 0.5 for plus or minus half.");
        within("retry-after-spread", PolicyProperties::retryAfterSpread, 0, 1, "Use 0 for no spread.");
        within("pace-share", PolicyProperties::paceShare, 0, 1, "Use 0.05 for one in twenty.");
    }

    private void within(
            String field, LayeredPolicy.Field<? extends Number> value, long min, double max, String remedy) {
        double number = policy.get(value).doubleValue();
        String range = max == Double.MAX_VALUE ? min + " or more" : "between " + min + " and " + (long) max;
        // The negated comparison also rejects NaN.
        reject(policy.writes(field) && !(number >= min && number <= max), field, "it must be " + range, remedy);
    }

    private void values(String field, Setting setting) {
        if (setting.value() instanceof Collection<?> entries) {
            entries.forEach(entry -> value(field, entry));
        } else {
            value(field, setting.value());
        }
    }

    private void value(String field, @Nullable Object value) {
        reject(value == null, field, "one of its entries is empty", "Remove the empty entry.");
        if (value instanceof String text && text.contains("${")) {
            throw policy.invalid(field, RejectionReason.PLACEHOLDER);
        }
        reject(
                value instanceof Duration duration && duration.isNegative()
                        || value instanceof Number number && number.doubleValue() < 0,
                field,
                "it is negative",
                field.equals("max-attempts") ? "Use 1 for no retries, or 0 for no limit." : "Use 0 or more.");
        reject(
                value instanceof Duration duration && duration.compareTo(LONGEST) > 0,
                field,
                "it is longer than the maximum of 292 years",
                "Use a shorter duration.");
    }

    private void combinations() {
        String name = String.valueOf(PropertyFormat.of(strategy));
        PolicyProperties all = policy.effective().properties();
        reject(
                policy.writes("retry-on")
                        && policy.get(PolicyProperties::retryOn).isEmpty(),
                "retry-on",
                "it is empty, so no exception would be retried",
                "Name exceptions, or remove it. To retry nothing, set 'enabled: false' or 'max-attempts: 1'.");
        reject(
                policy.writes("preset") && policy.writes("strategy"),
                "strategy",
                "the policy also names the preset '" + PropertyFormat.of(all.preset())
                        + "', which brings its own strategy",
                "Remove 'strategy' or 'preset'.");
        USED_BY.forEach((field, users) -> reject(
                policy.writes(field) && !users.contains(strategy),
                field,
                "strategy '" + name + "'" + changed("strategy") + " does not use it",
                useOf(users.iterator().next())));
        reject(
                strategy == Strategy.BINARY_EXPONENTIAL
                        && policy.get(PolicyProperties::delay).isZero(),
                "delay",
                "it is 0, so all delays of strategy 'binary-exponential' would be 0",
                "Use more than 0: each delay is a multiple of 'delay'.");
        reject(
                strategy == Strategy.LIST
                        && policy.get(PolicyProperties::delays).isEmpty(),
                policy.writes("delays") ? "delays" : "strategy",
                "strategy 'list' needs 'delays', which is empty",
                "List the delays, as in '15s, 30s, 3m'.");
        reject(
                policy.writes("jitter")
                        && policy.jitter() != JitterKind.NONE
                        && RANDOM_BY_THEMSELVES.contains(strategy),
                "jitter",
                "strategy '" + name + "' is random by itself",
                "Remove 'jitter'.");
        requireJitter("jitter-factor", JitterKind.PROPORTIONAL);
        requireJitter("jitter-amount", JitterKind.ADDITIVE);
        reject(
                policy.writes("delay")
                        && policy.writes("max-delay")
                        && strategy != Strategy.LIST
                        && isLonger(PolicyProperties::delay, PolicyProperties::maxDelay),
                "delay",
                "it is longer than max-delay, " + DurationText.of(policy.get(PolicyProperties::maxDelay))
                        + changed("max-delay"),
                "Raise 'max-delay' or shorten 'delay'.");
        reject(
                policy.writes("pace") && policy.get(PolicyProperties::pace) == PaceMode.ADAPTIVE && !policy.hasDelays(),
                "pace",
                "the strategy '" + name + "' has no delays",
                "Use a strategy that has delays, such as 'exponential', or remove 'pace'.");
        reject(
                policy.get(PolicyProperties::maxAttempts) == 0
                        && policy.get(PolicyProperties::maxElapsed).isZero(),
                policy.writes("max-attempts") || !policy.writes("max-elapsed") ? "max-attempts" : "max-elapsed",
                "neither 'max-attempts' nor 'max-elapsed' would ever end a call",
                "Set at least one of them above 0.");
    }

    private String useOf(Strategy needed) {
        if (policy.writes("preset")) {
            return "Remove it: the preset sets the strategy.";
        }
        return needed == Strategy.CONSTANT
                ? "Remove it, or use a strategy whose delays begin with 'delay'."
                : "Remove it, or set 'strategy: " + PropertyFormat.of(needed) + "'.";
    }

    private void requireJitter(String field, JitterKind needed) {
        reject(
                policy.writes(field) && policy.jitter() != needed,
                field,
                "jitter '" + PropertyFormat.of(policy.jitter()) + "'" + changed("jitter") + " does not use it",
                "Remove it, or set 'jitter: " + PropertyFormat.of(needed) + "'.");
    }

    /** Returns the origin of a value that was changed at run time and is therefore in no file; empty for others. */
    private String changed(String field) {
        return isChanged(field) ? " (" + Setting.ACTUATOR + ")" : "";
    }

    private boolean isChanged(String field) {
        return policy.setting(field).origin().equals(Setting.ACTUATOR);
    }

    private boolean isLonger(LayeredPolicy.Field<Duration> one, LayeredPolicy.Field<Duration> other) {
        return policy.get(one).compareTo(policy.get(other)) > 0;
    }

    private void fieldsWithoutEffect() {
        UNUSED_BY.forEach((field, strategies) -> {
            boolean isNoJitter = field.equals("jitter") && policy.jitter() == JitterKind.NONE;
            if (strategies.contains(strategy) && policy.writes(field) && !isNoJitter) {
                warn(NOT_USED_BY_STRATEGY, field, PropertyFormat.of(strategy));
            }
        });
    }

    // Does not warn if an operator has turned the pace off at run time, because the pace may be turned on again.
    private void paceShare() {
        if (!policy.writes("pace-share") || policy.isPaced() || isChanged("pace")) {
            return;
        }
        PaceMode pace = policy.get(PolicyProperties::pace);
        if (pace == PaceMode.OFF) {
            warn(NOT_USED_BY_PACE, "pace-share", PropertyFormat.of(pace));
        } else {
            warn(NOT_USED_BY_STRATEGY, "pace-share", PropertyFormat.of(strategy));
        }
    }

    // If delay is longer than max-delay, the policy inherits at least one of the two: a policy that sets both fields in
    // this way has already been rejected.
    private void longDelay() {
        if (!WITHOUT_CAP.contains(strategy) && isLonger(PolicyProperties::delay, PolicyProperties::maxDelay)) {
            if (policy.writes("delay")) {
                warn(DELAY_TOO_LONG, "delay", shown("max-delay"));
            } else if (policy.writes("max-delay")) {
                warn(MAX_DELAY_TOO_SHORT, "max-delay", shown("delay"));
            }
        }
    }

    // Only configured values are checked, because the default adapts to delay and max-delay.
    private void throttledDelay() {
        if (WITHOUT_CAP.contains(strategy)) {
            return;
        }
        boolean writes = policy.writes(THROTTLED_DELAY);
        if (writes
                && policy.writes("max-delay")
                && isLonger(PolicyProperties::throttledDelay, PolicyProperties::maxDelay)) {
            warn(DELAY_TOO_LONG, THROTTLED_DELAY, shown("max-delay"));
        }
        if ((writes || policy.writes("delay"))
                && !policy.setting(THROTTLED_DELAY).origin().equals(Setting.DEFAULT)
                && !policy.get(PolicyProperties::throttledDelay).isZero()
                && isLonger(PolicyProperties::delay, PolicyProperties::throttledDelay)) {
            warn(THROTTLED_DELAY_TOO_SHORT, THROTTLED_DELAY, shown("delay"));
        }
    }

    // The delay can be built, because all other checks of its fields come first.
    private void roundedDelay() {
        boolean isListed = strategy == Strategy.LIST;
        String field = isListed ? "delays" : "delay";
        boolean writes = policy.writes("granularity") || policy.writes(field);
        if (!writes
                || !isRounded(isListed)
                || PolicyAssembler.usualDelay(policy).bounds(1).max() > 0) {
            return;
        }
        if (policy.writes("granularity")) {
            warn(GRANULARITY_TOO_LONG, "granularity", (isListed ? "the first of delays, " : "delay, ") + shown(field));
        } else {
            warn(SHORTER_THAN_GRANULARITY, field, shown("granularity"));
        }
    }

    /** Whether the first delay is above 0 and shorter than the granularity. */
    private boolean isRounded(boolean isListed) {
        if (!policy.hasDelays()) {
            return false;
        }
        Duration first = isListed ? policy.get(PolicyProperties::delays).get(0) : policy.get(PolicyProperties::delay);
        boolean limitedToNone =
                !isListed && policy.get(PolicyProperties::maxDelay).isZero();
        return !first.isZero()
                && !limitedToNone
                && policy.get(PolicyProperties::granularity).compareTo(first) > 0;
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
                .flatMap(name -> name instanceof FailureName.OfGroup named ? Stream.of(named.group()) : Stream.empty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private String shown(String field) {
        return policy.setting(field).shown();
    }

    private void warn(LogMessage message, String field, @Nullable Object reason) {
        warnings.add(message.with(SettingsGroup.POLICIES.property(policy.name(), field), shown(field), reason));
    }
}
