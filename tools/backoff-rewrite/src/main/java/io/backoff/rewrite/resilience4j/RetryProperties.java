package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.config.ConfigDocument;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The effective properties of {@code resilience4j.retry}, in which later documents override earlier ones.
 *
 * @param instances the fields of each instance, without dashes
 * @param configs the fields of each shared configuration
 */
record RetryProperties(Map<String, Map<String, String>> instances, Map<String, Map<String, String>> configs) {

    static RetryProperties of(List<ConfigDocument> documents) {
        // Uses hash maps, because they have the same iteration order as those of Resilience4j. The order matters for
        // configurations with a base.
        var properties = new RetryProperties(new HashMap<>(), new HashMap<>());
        documents.forEach(document -> properties.add(document.values()));
        return properties;
    }

    private void add(Map<String, String> values) {
        var lists = new LinkedHashMap<PropertyName, TreeMap<Integer, String>>();
        values.forEach((property, value) -> PropertyName.of(property).ifPresent(name -> {
            if (name.index() < 0) {
                put(name, value);
            } else {
                lists.computeIfAbsent(
                                new PropertyName(name.kind(), name.entry(), name.field(), -1), key -> new TreeMap<>())
                        .put(name.index(), value);
            }
        }));
        lists.forEach((name, entries) -> put(name, entries.values().stream().collect(Collectors.joining(","))));
    }

    private void put(PropertyName name, String value) {
        Map<String, Map<String, String>> kind = name.kind().equals(PropertyName.INSTANCES) ? instances : configs;
        // An instance exists only if one of its fields is set.
        if (!name.field().isEmpty()) {
            kind.computeIfAbsent(name.entry(), key -> new HashMap<>()).put(name.field(), value.trim());
        }
    }
}
