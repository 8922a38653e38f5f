package io.backoff.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.util.ReflectionUtils;

/** The fields of {@link PolicyProperties} by the names that users write, so that layers need not list them. */
final class PolicyFields {

    private static final RecordComponent[] COMPONENTS = PolicyProperties.class.getRecordComponents();

    private PolicyFields() {}

    /** All names, for example {@code max-attempts}, in the order of the documentation. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (RecordComponent each : COMPONENTS) {
            names.add(name(PolicyProperties.class, each));
        }
        return names;
    }

    /** What a field is bound to. */
    static Class<?> type(String field) {
        for (RecordComponent each : COMPONENTS) {
            if (name(PolicyProperties.class, each).equals(field)) {
                return each.getType();
            }
        }
        throw new IllegalArgumentException("There is no field '" + field + "'");
    }

    /** What is written in the properties, by name. */
    static Map<String, Object> values(PolicyProperties properties) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent each : COMPONENTS) {
            Object value = ReflectionUtils.invokeMethod(each.getAccessor(), properties);
            if (value != null) {
                values.put(name(PolicyProperties.class, each), value);
            }
        }
        return values;
    }

    /** The key that binds a component of a record. */
    static String name(Class<?> record, RecordComponent component) {
        try {
            Name given = record.getDeclaredField(component.getName()).getAnnotation(Name.class);
            return given != null ? given.value() : dashed(component.getName());
        } catch (NoSuchFieldException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
