package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.PolicySettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings to add to one document of a configuration file.
 *
 * @param shared whether to add the common settings for all calls
 * @param policies the policies by name, in order
 * @param settings additional settings for all calls, such as {@code order}
 */
public record Addition(boolean shared, Map<String, PolicySettings> policies, Map<String, String> settings) {

    public Addition(boolean shared, Map<String, PolicySettings> policies) {
        this(shared, policies, Map.of());
    }

    Addition withPolicies(Map<String, PolicySettings> changed) {
        return new Addition(shared, changed, settings);
    }

    /**
     * Returns the settings for all calls. The common settings keep retries and deadlines of a call independent of those
     * of the calls around it, and retries of a method that joins its caller's transaction.
     */
    Map<String, String> general() {
        var general = new LinkedHashMap<String, String>();
        if (shared) {
            general.put("nested", "independent");
            general.put("deadlines", "independent");
            general.put("transactions", "retry");
        }
        general.putAll(settings);
        return general;
    }
}
