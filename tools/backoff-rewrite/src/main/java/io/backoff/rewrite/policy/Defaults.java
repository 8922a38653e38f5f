package io.backoff.rewrite.policy;

import java.util.Map;
import java.util.Set;

/** The built-in defaults of policies, which recipes do not write. */
public final class Defaults {

    private static final Map<String, String> VALUES = Map.of(
            "max-attempts", "3",
            "strategy", "exponential",
            "delay", "200ms",
            "multiplier", "2",
            "max-delay", "10s",
            "cap", "window",
            "jitter", "full",
            "jitter-factor", "0.5",
            "retry-on", "java.lang.Exception");

    private Defaults() {}

    /**
     * Returns the settings without the fields whose value is inherited anyway. Fields with a comment stay.
     *
     * @param configured the fields that inherited policies set; the built-in defaults do not apply to these fields
     */
    public static PolicySettings omitted(PolicySettings settings, Set<String> configured) {
        if (configured.contains("preset") || configured.contains("extends")) {
            return settings;
        }
        PolicySettings written = PolicySettings.empty();
        for (var field : settings.fields().entrySet()) {
            boolean inherited = is(field.getKey(), field.getValue())
                    && !configured.contains(field.getKey())
                    && !settings.comments().containsKey(field.getKey());
            written = inherited ? written : written.with(field.getKey(), field.getValue());
        }
        for (var comment : settings.comments().entrySet()) {
            written = written.commented(comment.getKey(), comment.getValue());
        }
        return written;
    }

    private static boolean is(String field, String value) {
        return value.replaceFirst("^(\\d+)\\.0$", "$1").equals(VALUES.get(field));
    }
}
