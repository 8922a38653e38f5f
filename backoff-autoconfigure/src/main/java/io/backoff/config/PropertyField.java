package io.backoff.config;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/**
 * A component of a record that properties are bound to. The records are the only lists of keys: all else, such as the
 * names in failure reports and the fields that policies inherit, is derived from them.
 *
 * @param name the name that users write, for example {@code max-attempts}
 * @param component the component
 */
public record PropertyField(String name, RecordComponent component) {

    // Read often: whenever settings inherit others.
    private static final Map<Class<?>, List<PropertyField>> KNOWN = new ConcurrentHashMap<>();
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    /** The fields of a record in the order of the documentation; none for any other class. */
    public static List<PropertyField> of(Class<?> type) {
        return KNOWN.computeIfAbsent(type, PropertyField::read);
    }

    private static List<PropertyField> read(Class<?> type) {
        return type.isRecord()
                ? Stream.of(type.getRecordComponents())
                        .map(each -> new PropertyField(name(each), each))
                        .toList()
                : List.of();
    }

    private static String name(RecordComponent component) {
        Name given = field(component).getAnnotation(Name.class);
        return given != null
                ? given.value()
                : CAPITAL.matcher(component.getName()).replaceAll("-$0").toLowerCase(Locale.ROOT);
    }

    // The annotations of components are on the fields.
    private static Field field(RecordComponent component) {
        return Objects.requireNonNull(ReflectionUtils.findField(component.getDeclaringRecord(), component.getName()));
    }

    /** The type that values are bound to. */
    public ResolvableType type() {
        return ResolvableType.forType(component.getGenericType());
    }

    public boolean isList() {
        return Collection.class.isAssignableFrom(component.getType());
    }

    /** The annotations of a type. */
    public <A extends Annotation> Stream<A> annotations(Class<A> annotation) {
        return Stream.of(field(component).getAnnotationsByType(annotation));
    }

    /** The value in a record; {@code null} if it is not set. */
    @Nullable
    Object value(Record properties) {
        return ReflectionUtils.invokeMethod(component.getAccessor(), properties);
    }
}
