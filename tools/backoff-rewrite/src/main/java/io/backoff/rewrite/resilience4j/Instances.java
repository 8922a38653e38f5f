package io.backoff.rewrite.resilience4j;

import java.util.HashMap;
import java.util.Map;

/** Resolves the inherited fields and flags of instances as Resilience4j does. */
final class Instances {

    private static final String DEFAULT = "default";
    private static final int LONGEST_CHAIN = 20;

    /**
     * The delay fields that an instance inherits individually. It inherits all other delay fields together, or none of
     * them.
     */
    private static final String[] MERGED = {
        "enableexponentialbackoff", "enablerandomizedwait", "exponentialbackoffmultiplier", "exponentialmaxwaitduration"
    };

    private final Map<String, Map<String, String>> instances;
    private final Map<String, Map<String, String>> configs;

    Instances(RetryProperties properties) {
        instances = copy(properties.instances());
        configs = copy(properties.configs());
        // Like Resilience4j, merges each shared configuration with its base before it resolves any instance.
        configs.forEach((name, fields) -> create(name, fields, 0));
    }

    private static Map<String, Map<String, String>> copy(Map<String, Map<String, String>> properties) {
        var copy = new HashMap<String, Map<String, String>>();
        properties.forEach((name, fields) -> copy.put(name, new HashMap<>(fields)));
        return copy;
    }

    boolean isConfigured(String name) {
        return instances.containsKey(name);
    }

    /**
     * Resolves an instance.
     *
     * @param name the name of the instance
     * @param configuration the shared configuration, which is used if no property configures the instance
     */
    InstanceConfig resolve(String name, String configuration) {
        Map<String, String> fields = instances.get(name);
        if (fields != null) {
            return create(name, fields, 0);
        }
        String base = configs.containsKey(configuration) ? configuration : DEFAULT;
        Map<String, String> config = configs.get(base);
        return config == null ? InstanceConfig.DEFAULTS : create(base, config, 0);
    }

    private InstanceConfig create(String name, Map<String, String> fields, int depth) {
        String base = base(name, fields);
        if (base.isEmpty()) {
            return InstanceConfig.DEFAULTS.with(name, fields);
        }
        Map<String, String> inherited = configs.get(base);
        if (inherited == null || depth > LONGEST_CHAIN) {
            throw Unsupported.setting("the application does not start with 'base-config: " + base + "'");
        }
        for (String field : MERGED) {
            String value = Interval.value(inherited, field);
            if (value != null && Interval.value(fields, field) == null) {
                fields.put(field, value);
            }
        }
        return create(base, inherited, depth + 1).with(name, fields);
    }

    private String base(String name, Map<String, String> fields) {
        String base = fields.getOrDefault("baseconfig", "");
        if (base.contains("${")) {
            throw Unsupported.placeholder("base-config");
        }
        boolean hasDefault = !name.equals(DEFAULT) && configs.containsKey(DEFAULT);
        return base.isEmpty() && hasDefault ? DEFAULT : base;
    }
}
