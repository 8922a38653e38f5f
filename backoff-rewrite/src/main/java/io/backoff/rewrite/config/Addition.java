package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is added to one document of a configuration file.
 *
 * @param shared whether the settings that apply to all calls are added
 * @param base whether the policy that the others extend is added
 * @param policies the policies, by name
 */
public record Addition(boolean shared, boolean base, Map<String, PolicySettings> policies) {

    /** The settings that apply to all calls: each is independent of the calls around it. */
    List<String> independent() {
        return shared ? List.of("nested", "deadlines") : List.of();
    }

    /** The policies in the order in which they are written. */
    Map<String, PolicySettings> all() {
        var all = new LinkedHashMap<String, PolicySettings>();
        if (base) {
            all.put(BasePolicy.NAME, BasePolicy.SETTINGS);
        }
        all.putAll(policies);
        return all;
    }
}
