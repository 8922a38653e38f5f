package io.backoff.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the configuration says about policies, with the place where each field is written. */
final class WrittenPolicies {

    private WrittenPolicies() {}

    static Map<String, Map<String, Setting>> of(Map<String, PolicyProperties> policies, PropertyOrigins origins) {
        Map<String, Map<String, Setting>> written = new LinkedHashMap<>();
        policies.forEach((name, properties) -> written.put(name, settings(name, properties, origins)));
        foldEnvironmentSpellings(written, origins);
        return written;
    }

    private static Map<String, Setting> settings(String name, PolicyProperties properties, PropertyOrigins origins) {
        Map<String, Setting> settings = new LinkedHashMap<>();
        PolicyFields.values(properties).forEach((field, value) -> {
            String origin = origins.of(FieldName.ofPolicy(name, field));
            settings.put(field, new Setting(value, origin));
        });
        return settings;
    }

    /**
     * Environment variables know neither case nor dashes: {@code BACKOFF_POLICIES_CARDPAYMENTS_DELAY} is bound as a
     * policy {@code cardpayments}, and means {@code card-payments} where that is written.
     */
    private static void foldEnvironmentSpellings(Map<String, Map<String, Setting>> written, PropertyOrigins origins) {
        List<String> names = new ArrayList<>(written.keySet());
        for (String name : names) {
            names.stream()
                    .filter(other -> !other.equals(name) && uniform(other).equals(name))
                    .filter(other -> !origins.isPolicyOutsideEnvironment(name))
                    .findFirst()
                    .ifPresent(meant -> fold(name, meant, written));
        }
    }

    private static void fold(String spelling, String name, Map<String, Map<String, Setting>> written) {
        Map<String, Setting> settings = written.remove(spelling);
        if (settings != null) {
            written.computeIfAbsent(name, key -> new LinkedHashMap<>()).putAll(settings);
        }
    }

    private static String uniform(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}
