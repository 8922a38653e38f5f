package io.backoff.config;

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

/**
 * A node in the tree of keys under {@code backoff}, which is derived from the records that bind them.
 *
 * @param name the name of the node, for example {@code backoff.policies.payments}
 * @param type the type that it is bound to; {@link ResolvableType#NONE} for a name that is only a parent of others
 */
public record PropertyKeys(ConfigurationPropertyName name, ResolvableType type) {

    public static final PropertyKeys ROOT = of(PropertyRecord.CORE);

    /**
     * The first part of a name that is not a key.
     *
     * @param parent the valid name before that part, for example {@code backoff.policies.payments}
     * @param part the unknown part, for example {@code max-atempts}
     * @param siblings the keys that exist in its place; empty below a key that takes a value
     */
    public record Unknown(String parent, String part, Set<String> siblings) {}

    /** The part at which a name leaves the tree; empty if the name stays inside, as entries of lists do. */
    public static Optional<Unknown> leave(ConfigurationPropertyName name) {
        PropertyKeys place = ROOT;
        for (int i = 1; i < name.getNumberOfElements(); i++) {
            String part = name.getElement(i, Form.ORIGINAL);
            if (Collection.class.isAssignableFrom(place.type.toClass()) && name.isLastElementIndexed()) {
                return Optional.empty();
            }
            Map<String, PropertyKeys> keys = place.keys();
            PropertyKeys next = place.isMap() ? place.entry() : keys.get(keyLike(part, keys));
            if (next == null) {
                return Optional.of(new Unknown(name.chop(i).toString(), part, keys.keySet()));
            }
            place = next;
        }
        return Optional.empty();
    }

    /** Whether the application chooses the names of the keys below. */
    public boolean isMap() {
        return Map.class.isAssignableFrom(type.toClass());
    }

    /** The keys below, in the order of the documentation; empty for a key that takes a value. */
    public Map<String, PropertyKeys> keys() {
        Map<String, PropertyKeys> keys = new LinkedHashMap<>();
        keys(type.toClass()).forEach((key, bound) -> keys.put(key, new PropertyKeys(name.append(key), bound)));
        for (PropertyRecord each : PropertyRecord.FEATURES) {
            if (name.isParentOf(each.prefix())) {
                keys.put(each.prefix().getLastElement(Form.DASHED), of(each));
            }
        }
        PropertyRecord.groups()
                .filter(name::isParentOf)
                .forEach(each ->
                        keys.put(each.getLastElement(Form.DASHED), new PropertyKeys(each, ResolvableType.NONE)));
        return keys;
    }

    private PropertyKeys entry() {
        return new PropertyKeys(name, type.asMap().getGeneric(1));
    }

    private static PropertyKeys of(PropertyRecord properties) {
        return new PropertyKeys(properties.prefix(), ResolvableType.forClass(properties.type()));
    }

    /** The keys that a record binds, in the order of the documentation; empty for any other class. */
    public static Map<String, ResolvableType> keys(Class<?> record) {
        Map<String, ResolvableType> keys = new LinkedHashMap<>();
        if (record.isRecord()) {
            for (RecordComponent each : record.getRecordComponents()) {
                keys.put(RecordProperties.name(record, each), ResolvableType.forType(each.getGenericType()));
            }
        }
        return keys;
    }

    private static String keyLike(String part, Map<String, PropertyKeys> keys) {
        return keys.keySet().stream()
                .filter(key -> uniform(key).equals(uniform(part)))
                .findFirst()
                .orElse(part);
    }

    private static String uniform(String part) {
        return part.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
