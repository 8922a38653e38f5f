package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is added to one document of a configuration file.
 *
 * @param base whether the policy that the others extend is added too, with the settings that apply to all
 * @param policies the policies, by name
 */
public record Addition(boolean base, Map<String, PolicySettings> policies) {

    static final String COMMENT = BasePolicy.COMMENT;

    /** The policies in the order in which they are written. */
    Map<String, PolicySettings> all() {
        var all = new LinkedHashMap<String, PolicySettings>();
        if (base) {
            all.put(BasePolicy.NAME, BasePolicy.SETTINGS);
        }
        all.putAll(policies);
        return all;
    }

    /** The settings that apply to all policies: calls are independent of those around them. */
    Map<String, String> shared() {
        return base ? Map.of("nested", "independent", "deadlines", "independent") : Map.of();
    }
}
