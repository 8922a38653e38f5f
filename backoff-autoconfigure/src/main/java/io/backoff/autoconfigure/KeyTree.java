package io.backoff.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;

/** The keys under {@code backoff}, read from the records that they are bound to. */
final class KeyTree {

    private KeyTree() {}

    /**
     * The first part of a name that is no key.
     *
     * @param parent what is known of the name, for example {@code backoff.policies.payments}
     * @param part the part that is not, for example {@code max-atempts}
     * @param siblings the keys that there are in its place, none below a key that takes a value
     */
    record Unknown(String parent, String part, Set<String> siblings) {}

    /** Where a name leaves the tree; empty when it stays inside, as entries of lists do. */
    static Optional<Unknown> leave(ConfigurationPropertyName name) {
        ResolvableType type = ResolvableType.forClass(BackoffProperties.class);
        for (int i = 1; i < name.getNumberOfElements(); i++) {
            String part = name.getElement(i, Form.ORIGINAL);
            if (Map.class.isAssignableFrom(type.toClass())) {
                type = type.asMap().getGeneric(1);
                continue;
            }
            if (Collection.class.isAssignableFrom(type.toClass()) && name.isLastElementIndexed()) {
                return Optional.empty();
            }
            Map<String, ResolvableType> keys = keys(type.toClass());
            ResolvableType next = keys.get(keyLike(part, keys));
            if (next == null) {
                return Optional.of(new Unknown(name.chop(i).toString(), part, keys.keySet()));
            }
            type = next;
        }
        return Optional.empty();
    }

    /** The keys that a record binds, in the order of the documentation; none for what is no record. */
    static Map<String, ResolvableType> keys(Class<?> record) {
        Map<String, ResolvableType> keys = new LinkedHashMap<>();
        if (record.isRecord()) {
            for (RecordComponent each : record.getRecordComponents()) {
                keys.put(Fields.name(record, each), ResolvableType.forType(each.getGenericType()));
            }
        }
        return keys;
    }

    private static String keyLike(String part, Map<String, ResolvableType> keys) {
        return keys.keySet().stream()
                .filter(key -> uniform(key).equals(uniform(part)))
                .findFirst()
                .orElse(part);
    }

    private static String uniform(String part) {
        return part.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
