package io.backoff.benchmarks.dryrun;

import io.backoff.config.SettingsGroup;
import java.util.Map;

/**
 * A change to a policy in {@code dry-runs.yml}, or to its budget.
 *
 * @param group whether the policy is changed, or the budget of the same name
 * @param property the property
 * @param from value of the property before the change
 * @param to value of the property after the change
 * @param load the calls made before and after the change
 */
record Change(String policy, SettingsGroup group, String property, String from, String to, Load load) {

    static Change ofPolicy(String policy, String property, String from, String to, Load load) {
        return new Change(policy, SettingsGroup.POLICIES, property, from, to, load);
    }

    static Change ofBudget(String policy, String property, String from, String to, Load load) {
        return new Change(policy, SettingsGroup.BUDGETS, property, from, to, load);
    }

    Map<String, String> values() {
        return Map.of(property, to);
    }

    /**
     * Calls that begin at random times, whatever the outcomes of earlier calls.
     *
     * @param callsPerSecond mean rate of calls
     * @param seconds the duration of the load
     * @param callee a description of the callee
     * @param factory creates the callee
     */
    record Load(int callsPerSecond, int seconds, String callee, Callee.Factory factory) {

        /** 20 calls a second for five minutes. */
        static Load of(String callee, Callee.Factory factory) {
            return new Load(20, 300, callee, factory);
        }
    }
}
