package io.backoff.rewrite.java;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * The attributes that an annotation sets.
 *
 * <p>Each method that reads a value throws {@link CannotMigrateException} if the value cannot be read from the source.
 * The remedy is to write the value as a literal.
 */
public final class Attributes {

    private final Map<String, Expression> values;
    private final J.ClassDeclaration type;
    private final boolean inside;

    private Attributes(Map<String, Expression> values, J.ClassDeclaration type, boolean inside) {
        this.values = values;
        this.type = type;
        this.inside = inside;
    }

    static Attributes of(J.Annotation annotation, J.ClassDeclaration type, boolean inside) {
        var values = new LinkedHashMap<String, Expression>();
        if (annotation.getArguments() != null) {
            for (Expression argument : annotation.getArguments()) {
                if (argument instanceof J.Assignment assignment
                        && assignment.getVariable() instanceof J.Identifier name) {
                    values.put(name.getSimpleName(), assignment.getAssignment());
                } else if (!(argument instanceof J.Empty)) {
                    values.put("value", argument);
                }
            }
        }
        return new Attributes(values, type, inside);
    }

    /** The names of all explicit attributes. */
    public Set<String> names() {
        return values.keySet();
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public Optional<String> text(String name) {
        return value(name, String.class);
    }

    /** A whole number. */
    public Optional<Long> number(String name) {
        return value(name, Number.class).map(Number::longValue);
    }

    /** A number that may have a fraction. */
    public Optional<Double> fraction(String name) {
        return value(name, Number.class).map(Number::doubleValue);
    }

    public Optional<Boolean> flag(String name) {
        return value(name, Boolean.class);
    }

    /** The simple name of an enum constant. */
    public Optional<String> constant(String name) {
        return Optional.ofNullable(values.get(name)).map(value -> {
            if (value instanceof J.FieldAccess access) {
                return access.getSimpleName();
            }
            return value instanceof J.Identifier identifier ? identifier.getSimpleName() : unreadable(name);
        });
    }

    /** The binary names of classes: {@code java.util.Map$Entry}. Empty if the attribute is absent. */
    public List<String> classes(String name) {
        return types(name).stream()
                .map(JavaType.FullyQualified::getFullyQualifiedName)
                .toList();
    }

    /** The types of class literals. Empty if the attribute is absent. */
    public List<JavaType.FullyQualified> types(String name) {
        return elements(name).stream().map(element -> type(name, element)).toList();
    }

    /** The elements of a string array. Empty if the attribute is absent. */
    public List<String> texts(String name) {
        return elements(name).stream()
                .map(element -> cast(name, constants().evaluate(element), String.class))
                .toList();
    }

    /** The attributes of a nested annotation. Empty if the nested annotation is absent. */
    public Optional<Attributes> nested(String name) {
        return Optional.ofNullable(values.get(name)).map(value -> {
            List<Expression> elements = elements(name);
            if (elements.size() == 1 && elements.get(0) instanceof J.Annotation annotation) {
                return of(annotation, type, inside);
            }
            return unreadable(name);
        });
    }

    /** The attributes of a nested annotation; no attributes if the nested annotation is absent. */
    public Attributes nestedOrEmpty(String name) {
        return nested(name).orElseGet(() -> new Attributes(Map.of(), type, inside));
    }

    private List<Expression> elements(String name) {
        Expression value = values.get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof J.NewArray array)) {
            return List.of(value);
        }
        var elements = new ArrayList<Expression>();
        if (array.getInitializer() != null) {
            array.getInitializer().stream()
                    .filter(element -> !(element instanceof J.Empty))
                    .forEach(elements::add);
        }
        return elements;
    }

    private static JavaType.FullyQualified type(String name, Expression expression) {
        if (expression instanceof J.FieldAccess access && access.getSimpleName().equals("class")) {
            JavaType.FullyQualified known =
                    TypeUtils.asFullyQualified(access.getTarget().getType());
            if (known != null && !(known instanceof JavaType.Unknown)) {
                return known;
            }
        }
        return unreadable(name);
    }

    private <T> Optional<T> value(String name, Class<T> expected) {
        Expression value = values.get(name);
        return value == null
                ? Optional.empty()
                : Optional.of(cast(name, constants().evaluate(value), expected));
    }

    private Constants constants() {
        return new Constants(type, inside);
    }

    private static <T> T cast(String name, @Nullable Object value, Class<T> expected) {
        return expected.isInstance(value) ? expected.cast(value) : unreadable(name);
    }

    private static <T> T unreadable(String name) {
        throw new CannotMigrateException(
                "the value of '" + name + "' cannot be read from the source", "by-one-command");
    }
}
