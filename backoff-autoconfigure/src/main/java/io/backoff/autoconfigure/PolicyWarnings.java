package io.backoff.autoconfigure;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Logs what is allowed and yet unlikely to be meant. */
final class PolicyWarnings {

    private static final Log logger = LogFactory.getLog(PolicyWarnings.class);

    private static final Set<Strategy> WITHOUT_DELAY = EnumSet.of(Strategy.NONE, Strategy.STOP);
    private static final Set<Strategy> WITHOUT_CAP = EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.LIST);
    private static final Map<String, Set<Strategy>> UNUSED_BY = Map.of(
            "delay", WITHOUT_CAP,
            "max-delay", WITHOUT_CAP,
            "cap", EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.LIST, Strategy.DECORRELATED),
            "granularity", EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.BINARY_EXPONENTIAL),
            "jitter", WITHOUT_DELAY);

    private PolicyWarnings() {}

    static void log(LayeredPolicy policy) {
        UNUSED_BY.forEach((field, strategies) -> {
            if (policy.writes(field) && strategies.contains(policy.strategy()) && !isNoJitter(policy, field)) {
                warn(policy, field, "strategy '" + Text.of(policy.strategy()) + "' does not use it");
            }
        });
        longDelay(policy);
    }

    private static boolean isNoJitter(LayeredPolicy policy, String field) {
        return field.equals("jitter") && policy.jitter() == JitterKind.NONE;
    }

    // Written in one policy the two are refused; here one of them is inherited.
    private static void longDelay(LayeredPolicy policy) {
        boolean longer = policy.duration("delay").compareTo(policy.duration("max-delay")) > 0;
        if (longer && !WITHOUT_CAP.contains(policy.strategy())) {
            if (policy.writes("delay")) {
                warn(
                        policy,
                        "delay",
                        "it is longer than max-delay, " + shown(policy, "max-delay") + ", which bounds it");
            } else if (policy.writes("max-delay")) {
                warn(policy, "max-delay", "it is shorter than delay, " + shown(policy, "delay") + ", and bounds it");
            }
        }
    }

    private static String shown(LayeredPolicy policy, String field) {
        Setting setting = policy.setting(field);
        return Text.of(setting.value()) + " (" + setting.origin() + ")";
    }

    private static void warn(LayeredPolicy policy, String field, String what) {
        logger.warn(FieldName.ofPolicy(policy.name(), field) + " is " + shown(policy, field) + ": " + what);
    }
}
