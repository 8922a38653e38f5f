package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.policy.PolicySettings;
import java.util.LinkedHashSet;
import java.util.Map;

/**
 * Computes the changes that a configuration document makes to a policy. A document can override fields that other
 * documents set, but cannot remove them.
 */
final class Difference {

    private Difference() {}

    static PolicySettings between(PolicySettings always, PolicySettings here) {
        PolicySettings changed = PolicySettings.empty();
        Map<String, String> before = always.fields();
        PolicySettings after = kept(before, here);
        var fields = new LinkedHashSet<>(before.keySet());
        fields.addAll(after.fields().keySet());
        for (String field : fields) {
            String value = after.fields().getOrDefault(field, before.get(field));
            if (value != null && !value.equals(before.get(field))) {
                changed = changed.with(field, value);
                String comment = after.comments().get(field);
                changed = comment == null ? changed : changed.commented(field, comment);
            }
        }
        return changed;
    }

    /**
     * For fields that only {@code before} has, adds values to {@code here} that mean the same as no value. Without
     * them, the values in {@code before} would still apply.
     */
    private static PolicySettings kept(Map<String, String> before, PolicySettings here) {
        PolicySettings kept = here;
        Map<String, String> after = here.fields();
        if (before.containsKey("delays") != after.containsKey("delays")) {
            throw Unsupported.delay("one document of the configuration has a list of delays, but another has none");
        }
        if (before.containsKey("multiplier") && !after.containsKey("multiplier")) {
            kept = kept.with("strategy", "exponential").with("multiplier", "1");
        }
        if (before.containsKey("jitter-factor") && !after.containsKey("jitter-factor")) {
            kept = kept.with("jitter", "proportional").with("jitter-factor", "0");
        }
        if (before.containsKey("cap") && !after.containsKey("cap")) {
            kept = kept.with("cap", "window");
        }
        if (before.containsKey("abort-on") && !after.containsKey("abort-on")) {
            kept = kept.with("abort-on", "[]");
        }
        return kept;
    }
}
