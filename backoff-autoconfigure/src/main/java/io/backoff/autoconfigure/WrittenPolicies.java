package io.backoff.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the configuration says about policies, with the place where each field is written. */
final class WrittenPolicies {

    private WrittenPolicies() {}

    static Map<String, Map<String, Setting>> of(Map<String, PolicyProperties> policies, PropertyOrigins origins) {
        Map<String, Map<String, Setting>> written = new LinkedHashMap<>();
        policies.forEach((name, properties) -> written.put(name, settings(name, properties, origins)));
        return written;
    }

    private static Map<String, Setting> settings(String name, PolicyProperties properties, PropertyOrigins origins) {
        Map<String, Setting> settings = new LinkedHashMap<>();
        PolicyFields.values(properties)
                .forEach((field, value) -> settings.put(field, new Setting(value, origins.of(property(name, field)))));
        return settings;
    }

    private static String property(String policy, String field) {
        boolean plain = policy.matches("[a-z0-9-]+");
        return plain ? LayeredPolicy.PREFIX + policy + "." + field : "backoff.policies[" + policy + "]." + field;
    }
}
