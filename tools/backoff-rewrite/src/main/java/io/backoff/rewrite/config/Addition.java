package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.PolicySettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is added to one document of a configuration file.
 *
 * @param shared whether the settings that apply to all calls are added
 * @param policies the policies, by name, in the order in which they are written
 * @param settings settings that apply to all calls, besides {@code shared}: {@code order}
 */
public record Addition(boolean shared, Map<String, PolicySettings> policies, Map<String, String> settings) {

    public Addition(boolean shared, Map<String, PolicySettings> policies) {
        this(shared, policies, Map.of());
    }

    Addition withPolicies(Map<String, PolicySettings> changed) {
        return new Addition(shared, changed, settings);
    }

    /** The settings that apply to all calls: each is independent of the calls around it. */
    Map<String, String> general() {
        var general = new LinkedHashMap<String, String>();
        if (shared) {
            general.put("nested", "independent");
            general.put("deadlines", "independent");
        }
        general.putAll(settings);
        return general;
    }
}
