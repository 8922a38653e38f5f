package io.backoff.config;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/**
 * A component of a properties record. Failure reports and the inheritance of policies both use the names of these
 * components, so that keys are listed only once.
 *
 * @param name the name that users write, for example {@code max-attempts}
 * @param component the component of the record
 */
public record PropertyField(String name, RecordComponent component) {

    // The fields are cached, because they are read whenever settings are inherited.
    private static final Map<Class<?>, List<PropertyField>> KNOWN = new ConcurrentHashMap<>();

    /** Returns the fields of a record in documentation order; none for any other class. */
    public static List<PropertyField> of(Class<?> type) {
        return KNOWN.computeIfAbsent(type, PropertyField::read);
    }

    private static List<PropertyField> read(Class<?> type) {
        return type.isRecord()
                ? Stream.of(type.getRecordComponents())
                        .map(component -> new PropertyField(name(component), component))
                        .toList()
                : List.of();
    }

    private static String name(RecordComponent component) {
        Name given = field(component).getAnnotation(Name.class);
        return given != null ? given.value() : DataObjectPropertyName.toDashedForm(component.getName());
    }

    // The annotations are on the fields of the record.
    private static Field field(RecordComponent component) {
        return Objects.requireNonNull(ReflectionUtils.findField(component.getDeclaringRecord(), component.getName()));
    }

    /** The type to which values are bound. */
    public ResolvableType type() {
        return ResolvableType.forType(component.getGenericType());
    }

    public boolean isList() {
        return Collection.class.isAssignableFrom(component.getType());
    }

    /** The annotations of the given type on the component. */
    public <A extends Annotation> Stream<A> annotations(Class<A> annotation) {
        return Stream.of(field(component).getAnnotationsByType(annotation));
    }

    /** Returns the value in a record; {@code null} if unset. */
    @Nullable
    Object value(Record properties) {
        return ReflectionUtils.invokeMethod(component.getAccessor(), properties);
    }
}
