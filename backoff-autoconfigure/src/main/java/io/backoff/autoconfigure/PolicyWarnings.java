package io.backoff.autoconfigure;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds what is allowed and yet unlikely to be meant. */
final class PolicyWarnings {

    private static final Set<Strategy> WITHOUT_DELAY = EnumSet.of(Strategy.NONE, Strategy.STOP);
    private static final Set<Strategy> WITHOUT_CAP = EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.LIST);
    private static final Map<String, Set<Strategy>> UNUSED_BY = Map.of(
            "delay", WITHOUT_CAP,
            "max-delay", WITHOUT_CAP,
            "cap", EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.LIST, Strategy.DECORRELATED),
            "granularity", EnumSet.of(Strategy.NONE, Strategy.STOP, Strategy.BINARY_EXPONENTIAL),
            "jitter", WITHOUT_DELAY);

    private final LayeredPolicy policy;
    private final Set<String> warnings = new TreeSet<>();

    private PolicyWarnings(LayeredPolicy policy) {
        this.policy = policy;
    }

    /** A line for each finding. */
    static Set<String> of(LayeredPolicy policy) {
        PolicyWarnings found = new PolicyWarnings(policy);
        found.unused();
        found.longDelay();
        return found.warnings;
    }

    private void unused() {
        for (Map.Entry<String, Set<Strategy>> each : UNUSED_BY.entrySet()) {
            String field = each.getKey();
            boolean unused = each.getValue().contains(policy.strategy());
            if (unused && policy.writes(field) && !isNoJitter(field)) {
                warn(field, "strategy '" + Text.of(policy.strategy()) + "' does not use it");
            }
        }
    }

    private boolean isNoJitter(String field) {
        return field.equals("jitter") && policy.jitter() == JitterKind.NONE;
    }

    // Written in one policy the two are refused; here one of them is inherited.
    private void longDelay() {
        boolean longer = policy.duration("delay").compareTo(policy.duration("max-delay")) > 0;
        if (longer && !WITHOUT_CAP.contains(policy.strategy())) {
            if (policy.writes("delay")) {
                warn("delay", "it is longer than max-delay, " + shown("max-delay") + ", which bounds it");
            } else if (policy.writes("max-delay")) {
                warn("max-delay", "it is shorter than delay, " + shown("delay") + ", and bounds it");
            }
        }
    }

    private String shown(String field) {
        return policy.setting(field).shown();
    }

    private void warn(String field, String what) {
        warnings.add(FieldName.ofPolicy(policy.name(), field) + " is " + shown(field) + ": " + what);
    }
}
