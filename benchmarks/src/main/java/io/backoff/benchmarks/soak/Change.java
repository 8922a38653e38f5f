package io.backoff.benchmarks.soak;

import io.backoff.config.SettingsGroup;
import java.util.List;

/**
 * A change of a setting, with the expected response of the endpoint. The valid changes can be made in any order.
 *
 * @param status 200 for valid changes, 400 for invalid ones, 404 for unknown targets
 */
record Change(SettingsGroup group, String name, String property, String value, int status) {

    static final List<Change> ALL = List.of(
            policy("default", "enabled", "false"),
            policy("default", "enabled", "true"),
            policy("default", "max-attempts", "1"),
            policy("default", "max-attempts", "5"),
            policy("default", "delay", "3ms"),
            policy("plain", "jitter", "none"),
            policy("plain", "multiplier", "3"),
            policy("plain", "max-elapsed", "5ms"),
            policy("plain", "retry-on", "java.lang.IllegalStateException"),
            policy("plain", "budget", "changing"),
            policy("plain", "budget", "none"),
            policy("fallback", "enabled", "false"),
            policy("fallback", "max-attempts", "2"),
            policy("result", "strategy", "fibonacci"),
            policy("transactional", "abort-on", "java.lang.IllegalStateException"),
            policy("outer", "max-attempts", "5"),
            policy("inner", "enabled", "false"),
            policy("future", "attempt-timeout", "5ms"),
            policy("future", "attempt-timeout", "40ms"),
            policy("mono", "max-attempts", "10"),
            policy("flux", "retry-after-first-element", "true"),
            policy("flux", "max-elapsed", "20ms"),
            policy("operations", "enabled", "false"),
            policy("operations-async", "max-attempts", "2"),
            policy("reactor", "delay", "2ms"),
            budget("shared", "ratio", "0"),
            budget("shared", "ratio", "0.5"),
            budget("shared", "burst", "0"),
            budget("shared", "burst", "80"),
            budget("shared", "min-per-second", "0"),
            budget("shared", "min-per-second", "20"),
            budget("changing", "burst", "2"),
            budget("changing", "deposit-on", "success"),
            budget("changing", "min-per-second", "1"),
            rejected("plain", "max-attempts", "-1"),
            rejected("plain", "max-attempt", "3"),
            rejected("plain", "multiplier", "0.5"),
            rejected("plain", "strategy", "list"),
            rejected("plain", "delay", "soon"),
            rejected("plain", "attempt-timeout", "5ms"),
            rejected("transactional", "retry-on", "no.such.Exception"),
            rejected("operations", "jitter", "wild"),
            rejected("default", "max-elapsed", "-1s"),
            rejected("future", "extends", "future"),
            new Change(SettingsGroup.BUDGETS, "shared", "ratio", "-1", 400),
            new Change(SettingsGroup.BUDGETS, "shared", "burst", "many", 400),
            new Change(SettingsGroup.BUDGETS, "shared", "tokens", "7", 400),
            new Change(SettingsGroup.POLICIES, "nobody", "delay", "1ms", 404),
            new Change(SettingsGroup.BUDGETS, "nobody", "burst", "1", 404));

    private static Change policy(String name, String property, String value) {
        return new Change(SettingsGroup.POLICIES, name, property, value, 200);
    }

    private static Change budget(String name, String property, String value) {
        return new Change(SettingsGroup.BUDGETS, name, property, value, 200);
    }

    private static Change rejected(String name, String property, String value) {
        return new Change(SettingsGroup.POLICIES, name, property, value, 400);
    }
}
