package io.backoff.method;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;

/**
 * Registers native-image hints for values that are converted to and from JSON: the declared parameter and return types
 * of methods, with type variables resolved, and the types of their components.
 */
public final class JsonHints {

    private static final BindingReflectionHintsRegistrar REGISTRAR = new BindingReflectionHintsRegistrar();

    private JsonHints() {}

    /** Registers the parameter types of a method, with the type variables of the class resolved. */
    public static void arguments(ReflectionHints hints, Method method, Class<?> type) {
        for (Type parameter : method.getGenericParameterTypes()) {
            register(hints, parameter, type);
        }
    }

    /** Registers the return type of a method, with the type variables of the class resolved. */
    public static void result(ReflectionHints hints, Method method, Class<?> type) {
        register(hints, method.getGenericReturnType(), type);
    }

    private static void register(ReflectionHints hints, Type declared, Class<?> type) {
        Type resolved = GenericTypeResolver.resolveType(declared, type);
        REGISTRAR.registerReflectionHints(hints, elements(ResolvableType.forType(resolved)));
    }

    // Spring's registrar registers the class of an array, but not its component type.
    private static Type elements(ResolvableType type) {
        return type.isArray() ? elements(type.getComponentType()) : type.getType();
    }
}
