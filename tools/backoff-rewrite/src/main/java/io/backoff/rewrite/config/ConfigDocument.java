package io.backoff.rewrite.config;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One document of a configuration file.
 *
 * @param id the file, and the index of the document in it
 * @param profile the profile, or another condition, under which the document applies; null if it always applies
 * @param values the values, by the full name of the property, such as {@code
 *     resilience4j.retry.instances.stock.max-attempts}
 */
public record ConfigDocument(DocumentId id, @Nullable String profile, Map<String, String> values) {

    /** Returns the value of a property, however it is spelled: {@code retry-delay} and {@code retryDelay} are equal. */
    public @Nullable String value(String property) {
        String uniform = uniform(property);
        return values.entrySet().stream()
                .filter(entry -> uniform(entry.getKey()).equals(uniform))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static String uniform(String property) {
        return property.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
