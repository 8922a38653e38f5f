package io.backoff.config;

import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/** Reads the fields of a properties record by the names that users write, so that layers need not list them. */
public final class RecordProperties {

    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    private RecordProperties() {}

    /** The names of all fields, for example {@code max-attempts}, in the order of the documentation. */
    static List<String> names(Class<? extends Record> record) {
        List<String> names = new ArrayList<>();
        for (RecordComponent each : record.getRecordComponents()) {
            names.add(name(record, each));
        }
        return names;
    }

    /** The type that a field is bound to. */
    public static ResolvableType genericType(Class<? extends Record> record, String field) {
        for (RecordComponent each : record.getRecordComponents()) {
            if (name(record, each).equals(field)) {
                return ResolvableType.forType(each.getGenericType());
            }
        }
        throw new IllegalArgumentException("There is no field '" + field + "'");
    }

    /** The values of the fields that are set, by name. */
    public static Map<String, Object> values(Record properties) {
        Class<? extends Record> record = properties.getClass();
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent each : record.getRecordComponents()) {
            Object value = ReflectionUtils.invokeMethod(each.getAccessor(), properties);
            if (value != null) {
                values.put(name(record, each), value);
            }
        }
        return values;
    }

    /** The fields that are set, by name, all with the same origin. */
    public static Map<String, Setting> settings(Record properties, String origin) {
        Map<String, Setting> settings = new LinkedHashMap<>();
        for (Map.Entry<String, Object> each : values(properties).entrySet()) {
            settings.put(each.getKey(), new Setting(each.getValue(), origin));
        }
        return settings;
    }

    /** All fields by name, in the order of the documentation. */
    static Map<String, Field> fields(Class<? extends Record> record) {
        Map<String, Field> fields = new LinkedHashMap<>();
        for (RecordComponent each : record.getRecordComponents()) {
            fields.put(name(record, each), field(record, each));
        }
        return fields;
    }

    /** The key that binds a component of a record. */
    static String name(Class<?> record, RecordComponent component) {
        Name given = field(record, component).getAnnotation(Name.class);
        return given != null ? given.value() : dashed(component.getName());
    }

    private static Field field(Class<?> record, RecordComponent component) {
        try {
            return record.getDeclaredField(component.getName());
        } catch (NoSuchFieldException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String dashed(String name) {
        return CAPITAL.matcher(name).replaceAll("-$0").toLowerCase(Locale.ROOT);
    }
}
