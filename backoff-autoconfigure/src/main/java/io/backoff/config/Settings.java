package io.backoff.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;

/**
 * The properties of a policy or a budget with their origins. Immutable.
 *
 * @param <P> the properties record
 */
public final class Settings<P extends Record> {

    private final Class<P> type;
    private final Map<String, Setting> fields = new LinkedHashMap<>();
    private final P properties;

    private Settings(Class<P> type, Map<String, Setting> settings) {
        this.type = type;
        List<PropertyField> all = PropertyField.of(type);
        Object[] values = new Object[all.size()];
        for (int i = 0; i < values.length; i++) {
            Setting setting = settings.get(all.get(i).name());
            if (setting != null) {
                fields.put(all.get(i).name(), setting);
                values[i] = setting.value();
            }
        }
        this.properties = BeanUtils.instantiateClass(BeanUtils.getResolvableConstructor(type), values);
    }

    /** Returns settings in which every field is unset. */
    public static <P extends Record> Settings<P> none(Class<P> type) {
        return new Settings<>(type, Map.of());
    }

    /**
     * Creates settings from a record.
     *
     * @param properties a record whose components are {@code null} if unset
     * @param origin finds the origin of a field
     */
    public static <P extends Record> Settings<P> of(Class<P> type, P properties, UnaryOperator<String> origin) {
        Map<String, Setting> fields = new LinkedHashMap<>();
        for (PropertyField field : PropertyField.of(type)) {
            Object value = field.value(properties);
            if (value != null) {
                fields.put(field.name(), new Setting(value, origin.apply(field.name())));
            }
        }
        return new Settings<>(type, fields);
    }

    /** Returns these settings, with the values of the parent for unset fields. */
    public Settings<P> or(Settings<P> parent) {
        Map<String, Setting> both = new LinkedHashMap<>(parent.fields);
        both.putAll(fields);
        return new Settings<>(type, both);
    }

    /** Returns these settings with another value of one field. */
    public Settings<P> with(String field, Setting setting) {
        Map<String, Setting> changed = new LinkedHashMap<>(fields);
        changed.put(field, setting);
        return new Settings<>(type, changed);
    }

    /** Returns these settings without some fields. */
    public Settings<P> without(String... names) {
        Map<String, Setting> rest = new LinkedHashMap<>(fields);
        rest.keySet().removeAll(List.of(names));
        return new Settings<>(type, rest);
    }

    /** The values; {@code null} for unset fields. */
    public P properties() {
        return properties;
    }

    /** The set fields by name, in documentation order. */
    public Map<String, Setting> fields() {
        return new LinkedHashMap<>(fields);
    }

    public boolean sets(String field) {
        return fields.containsKey(field);
    }

    /** The value of a field with its origin; {@code null} if unset. */
    public @Nullable Setting get(String field) {
        return fields.get(field);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Settings<?> settings && fields.equals(settings.fields);
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
