package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.PolicySettings;
import java.util.Map;

/**
 * The settings to add to one document of a configuration file.
 *
 * @param settings the settings for all calls, such as {@code nested}, in the order in which they are written
 * @param policies the policies by name, in the order in which they are written
 */
public record Addition(Map<String, String> settings, Map<String, PolicySettings> policies) {

    Addition withPolicies(Map<String, PolicySettings> changed) {
        return new Addition(settings, changed);
    }
}
