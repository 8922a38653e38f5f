package io.backoff.rewrite.resilience4j;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The effective configuration of an instance.
 *
 * @param values the values of all fields that do not concern delays, by field
 * @param interval the delays, or null if a class computes them
 * @param names the names of the instance and of its base configurations
 */
record InstanceConfig(Map<String, String> values, @Nullable Interval interval, List<String> names) {

    /** The defaults of Resilience4j. */
    static final InstanceConfig DEFAULTS = new InstanceConfig(Map.of(), Interval.DEFAULT, List.of());

    private static final Set<String> INHERITED =
            Set.of("maxattempts", "retryexceptionpredicate", "resultpredicate", "retryexceptions", "ignoreexceptions");

    /** Returns this configuration overridden by the fields of an instance or of a shared configuration. */
    InstanceConfig with(String name, Map<String, String> fields) {
        var changed = new LinkedHashMap<>(values);
        fields.forEach((field, value) -> {
            boolean list = field.endsWith("exceptions");
            if (INHERITED.contains(field) && (list || !value.isBlank())) {
                changed.put(field, value);
            }
        });
        var all = new ArrayList<>(names);
        all.add(name);
        return new InstanceConfig(changed, interval(fields), all);
    }

    private @Nullable Interval interval(Map<String, String> fields) {
        if (Interval.value(fields, "intervalbifunction") != null) {
            return null;
        }
        String wait = Interval.value(fields, "waitduration");
        return wait == null ? interval : Interval.of(wait, fields);
    }

    String maxAttempts() {
        return values.getOrDefault("maxattempts", "3");
    }

    boolean has(String field) {
        return values.containsKey(field);
    }

    /** The classes of a list, such as {@code retryexceptions}. */
    List<String> classes(String field) {
        return Arrays.stream(values.getOrDefault(field, "").split(","))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }
}
