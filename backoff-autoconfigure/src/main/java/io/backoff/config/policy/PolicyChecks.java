package io.backoff.config.policy;

import io.backoff.config.JitterKind;
import io.backoff.config.PaceMode;
import io.backoff.config.PolicyProperties;
import io.backoff.config.PropertyFormat;
import io.backoff.config.Rejection;
import io.backoff.config.Setting;
import io.backoff.config.Strategy;
import io.backoff.text.DurationText;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rejects values out of range and contradictory fields. Most checks apply only to fields that the policy sets itself.
 */
final class PolicyChecks {

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
            BuiltInPolicies.THROTTLED_DELAY,
            EnumSet.range(Strategy.CONSTANT, Strategy.DECORRELATED));
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    private static final Set<Strategy> RANDOM_BY_THEMSELVES =
            EnumSet.of(Strategy.DECORRELATED, Strategy.BINARY_EXPONENTIAL);

    private final LayeredPolicy policy;

    private PolicyChecks(LayeredPolicy policy) {
        this.policy = policy;
    }

    static void check(LayeredPolicy policy) {
        PolicyChecks checks = new PolicyChecks(policy);
        checks.ranges();
        policy.own().fields().forEach(checks::values);
        checks.retryOn();
        checks.combinations();
    }

    private void retryOn() {
        if (policy.writes("retry-on") && policy.get(PolicyProperties::retryOn).isEmpty()) {
            throw policy.invalid(
                    "retry-on",
                    "it is empty, so no exception would be retried",
                    "Name exceptions, or remove it. To retry nothing, set 'enabled: false' or 'max-attempts: 1'.");
        }
    }

    private void combinations() {
        presetOrStrategy();
        fieldsOfStrategy();
        needsOfStrategy();
        jitterOfStrategy();
        requireJitter("jitter-factor", JitterKind.PROPORTIONAL);
        requireJitter("jitter-amount", JitterKind.ADDITIVE);
        maxDelay();
        paceOfStrategy();
        anEnd();
    }

    private void paceOfStrategy() {
        Strategy strategy = policy.strategy();
        if (policy.writes("pace")
                && policy.get(PolicyProperties::pace) == PaceMode.ADAPTIVE
                && (strategy == Strategy.NONE || strategy == Strategy.STOP)) {
            throw policy.invalid(
                    "pace",
                    "the strategy '" + PropertyFormat.of(strategy) + "' has no delays",
                    "Use a strategy that has delays, such as 'exponential', or remove 'pace'.");
        }
    }

    private void values(String field, Setting setting) {
        if (setting.value() instanceof Collection<?> entries) {
            entries.forEach(each -> value(field, each));
        } else {
            value(field, setting.value());
        }
    }

    private void value(String field, @Nullable Object value) {
        if (value == null) {
            throw policy.invalid(field, "one of its entries is empty", "Remove the empty entry.");
        }
        if (value instanceof String text && text.contains("${")) {
            throw policy.invalid(field, Rejection.of(String.class, text));
        }
        size(field, value);
    }

    private void size(String field, Object value) {
        boolean negative = value instanceof Duration duration && duration.isNegative()
                || value instanceof Number number && number.doubleValue() < 0;
        if (negative) {
            String remedy =
                    field.equals("max-attempts") ? "Use 1 for no retries, or 0 for no limit." : "Use 0 or more.";
            throw policy.invalid(field, "it is negative", remedy);
        }
        if (value instanceof Duration duration && duration.compareTo(LONGEST) > 0) {
            throw policy.invalid(field, "it is longer than 292 years", "Use a shorter one.");
        }
    }

    private void ranges() {
        within("multiplier", PolicyProperties::multiplier, 1, Double.MAX_VALUE, "Use 1 for delays that do not grow.");
        within(
                "exponent",
                PolicyProperties::exponent,
                0,
                Double.MAX_VALUE,
                "Use 1 for linear growth, 2 for quadratic.");
        within("ceiling", PolicyProperties::ceiling, 1, 62, "Ethernet uses 10.");
        within("jitter-factor", PolicyProperties::jitterFactor, 0, 1, "Use 0.5 for plus or minus half.");
        within("retry-after-spread", PolicyProperties::retryAfterSpread, 0, 1, "Use 0 for no spread.");
        within("pace-share", PolicyProperties::paceShare, 0, 1, "Use 0.05 for one in twenty.");
    }

    private void within(
            String field, LayeredPolicy.Field<? extends Number> value, long min, double max, String remedy) {
        // NaN is not within the range.
        if (policy.writes(field)
                && !(policy.get(value).doubleValue() >= min && policy.get(value).doubleValue() <= max)) {
            String range = max == Double.MAX_VALUE ? min + " or more" : "between " + min + " and " + (long) max;
            throw policy.invalid(field, "it must be " + range, remedy);
        }
    }

    private void presetOrStrategy() {
        if (policy.writes("preset") && policy.writes("strategy")) {
            throw policy.invalid(
                    "strategy",
                    "the policy also names the preset '" + PropertyFormat.of(policy.get(PolicyProperties::preset))
                            + "', which brings its own strategy",
                    "Remove 'strategy' or 'preset'.");
        }
    }

    private void fieldsOfStrategy() {
        USED_BY.forEach((field, users) -> {
            if (policy.writes(field) && !users.contains(policy.strategy())) {
                throw policy.invalid(
                        field,
                        "strategy '" + PropertyFormat.of(policy.strategy()) + "'" + changed("strategy")
                                + " does not use it",
                        useOf(users.iterator().next()));
            }
        });
    }

    private String useOf(Strategy needed) {
        if (policy.writes("preset")) {
            return "Remove it: the preset sets the strategy.";
        }
        return needed == Strategy.CONSTANT
                ? "Remove it, or use a strategy whose delays begin with 'delay'."
                : "Remove it, or set 'strategy: " + PropertyFormat.of(needed) + "'.";
    }

    private void needsOfStrategy() {
        if (policy.strategy() == Strategy.BINARY_EXPONENTIAL
                && policy.get(PolicyProperties::delay).isZero()) {
            throw policy.invalid("delay", "it is the slot time of strategy 'binary-exponential'", "Use more than 0.");
        }
        if (policy.strategy() == Strategy.LIST
                && policy.get(PolicyProperties::delays).isEmpty()) {
            String field = policy.writes("delays") ? "delays" : "strategy";
            String reason = "strategy 'list' needs 'delays', which is empty";
            throw policy.invalid(field, reason, "List the delays, as in '15s, 30s, 3m'.");
        }
    }

    private void jitterOfStrategy() {
        JitterKind jitter = policy.jitter();
        if (policy.writes("jitter") && jitter != JitterKind.NONE && RANDOM_BY_THEMSELVES.contains(policy.strategy())) {
            throw policy.invalid(
                    "jitter",
                    "strategy '" + PropertyFormat.of(policy.strategy()) + "' is random by itself",
                    "Remove 'jitter'.");
        }
    }

    private void requireJitter(String field, JitterKind needed) {
        if (policy.writes(field) && policy.jitter() != needed) {
            throw policy.invalid(
                    field,
                    "jitter '" + PropertyFormat.of(policy.jitter()) + "'" + changed("jitter") + " does not use it",
                    "Remove it, or set 'jitter: " + PropertyFormat.of(needed) + "'.");
        }
    }

    private void maxDelay() {
        boolean both = policy.writes("delay") && policy.writes("max-delay");
        if (both
                && policy.strategy() != Strategy.LIST
                && policy.get(PolicyProperties::delay).compareTo(policy.get(PolicyProperties::maxDelay)) > 0) {
            throw policy.invalid(
                    "delay",
                    "it is longer than max-delay, " + DurationText.of(policy.get(PolicyProperties::maxDelay))
                            + changed("max-delay"),
                    "Raise 'max-delay' or shorten 'delay'.");
        }
    }

    private void anEnd() {
        boolean endless = policy.get(PolicyProperties::maxAttempts) == 0
                && policy.get(PolicyProperties::maxElapsed).isZero();
        if (endless) {
            throw policy.invalid(
                    policy.writes("max-attempts") || !policy.writes("max-elapsed") ? "max-attempts" : "max-elapsed",
                    "neither 'max-attempts' nor 'max-elapsed' would ever end a call",
                    "Set at least one of them above 0.");
        }
    }

    /** Returns the origin of a value that was changed at run time, because it is in no file; otherwise empty. */
    private String changed(String field) {
        String origin = policy.setting(field).origin();
        return origin.equals(ChangedSetting.ACTUATOR) ? " (" + origin + ")" : "";
    }
}
