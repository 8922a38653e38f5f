package io.backoff.rewrite.policy;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of a policy as written in the configuration: {@code max-attempts} is {@code 4}, {@code delay} is
 * {@code 100ms}. Settings are equal if their fields are equal, whatever the comments.
 */
public final class PolicySettings {

    private final Map<String, String> fields;
    private final Map<String, String> comments;

    private PolicySettings(Map<String, String> fields, Map<String, String> comments) {
        this.fields = Collections.unmodifiableMap(fields);
        this.comments = Collections.unmodifiableMap(comments);
    }

    public static PolicySettings empty() {
        return new PolicySettings(Map.of(), Map.of());
    }

    public PolicySettings with(String field, String value) {
        var changed = new LinkedHashMap<>(fields);
        changed.put(field, value);
        return new PolicySettings(changed, comments);
    }

    public PolicySettings with(String field, long value) {
        return with(field, Long.toString(value));
    }

    /** Adds a list, such as {@code retry-on}. */
    public PolicySettings with(String field, Collection<String> values) {
        return with(field, String.join(", ", values));
    }

    /** Adds the fields and comments of other settings. */
    public PolicySettings with(PolicySettings others) {
        var changed = new LinkedHashMap<>(fields);
        changed.putAll(others.fields);
        var commented = new LinkedHashMap<>(comments);
        commented.putAll(others.comments);
        return new PolicySettings(changed, commented);
    }

    /** Whether the settings agree: fields that are set in both have the same value. */
    public boolean agreesWith(PolicySettings others) {
        return fields.entrySet().stream()
                .allMatch(field -> others.fields
                        .getOrDefault(field.getKey(), field.getValue())
                        .equals(field.getValue()));
    }

    /** Adds a comment above a field, or above the policy if the field is empty. */
    public PolicySettings commented(String field, String comment) {
        var changed = new LinkedHashMap<>(comments);
        changed.put(field, comment);
        return new PolicySettings(fields, changed);
    }

    public Map<String, String> fields() {
        return fields;
    }

    public Map<String, String> comments() {
        return comments;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PolicySettings settings && settings.fields.equals(fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
