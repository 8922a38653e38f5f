package io.backoff.config;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
        return ROOT.leave(name, 1);
    }

    private Optional<Unknown> leave(ConfigurationPropertyName whole, int index) {
        boolean isListEntry = Collection.class.isAssignableFrom(type.toClass()) && whole.isLastElementIndexed();
        if (isListEntry || isMapOfValues() || index >= whole.getNumberOfElements()) {
            return Optional.empty();
        }
        String part = whole.getElement(index, Form.ORIGINAL);
        PropertyKeys next = next(part);
        return next == null
                ? Optional.of(new Unknown(whole.chop(index).toString(), part, keys().keySet()))
                : next.leave(whole, index + 1);
    }

    /** Whether the application chooses the names of the keys below. */
    public boolean isMap() {
        return Map.class.isAssignableFrom(type.toClass());
    }

    /** Whether the rest of a name is one key, which may contain dots: the entries are values without keys of their own. */
    private boolean isMapOfValues() {
        PropertyKeys entry = isMap() ? entry() : null;
        return entry != null && !entry.isMap() && keys(entry.type.toClass()).isEmpty();
    }

    /** The keys below, in the order of the documentation; empty for a key that takes a value. */
    public Map<String, PropertyKeys> keys() {
        Map<String, PropertyKeys> keys = new LinkedHashMap<>();
        keys(type.toClass()).forEach((key, bound) -> keys.put(key, new PropertyKeys(name.append(key), bound)));
        Stream.concat(
                        PropertyRecord.FEATURES.stream().map(PropertyKeys::of),
                        PropertyRecord.groups().map(group -> new PropertyKeys(group, ResolvableType.NONE)))
                .filter(each -> name.isParentOf(each.name))
                .forEach(each -> keys.put(each.name.getLastElement(Form.DASHED), each));
        return keys;
    }

    private @Nullable PropertyKeys next(String part) {
        return isMap() ? entry() : keyLike(part, keys());
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

    private static @Nullable PropertyKeys keyLike(String part, Map<String, PropertyKeys> keys) {
        return keys.entrySet().stream()
                .filter(each -> uniform(each.getKey()).equals(uniform(part)))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(null);
    }

    private static String uniform(String part) {
        return part.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
