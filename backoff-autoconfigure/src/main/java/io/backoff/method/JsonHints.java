package io.backoff.method;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;

/**
 * Tells a native image about values of methods that are written as JSON, or read from it: the types that are declared,
 * type variables resolved, and those that they consist of.
 */
public final class JsonHints {

    private static final BindingReflectionHintsRegistrar REGISTRAR = new BindingReflectionHintsRegistrar();

    private JsonHints() {}

    /** Registers the parameters of a method, as a class has them. */
    public static void arguments(ReflectionHints hints, Method method, Class<?> type) {
        for (Type each : method.getGenericParameterTypes()) {
            register(hints, each, type);
        }
    }

    /** Registers the result of a method, as a class has it. */
    public static void result(ReflectionHints hints, Method method, Class<?> type) {
        register(hints, method.getGenericReturnType(), type);
    }

    private static void register(ReflectionHints hints, Type declared, Class<?> type) {
        Type resolved = GenericTypeResolver.resolveType(declared, type);
        REGISTRAR.registerReflectionHints(hints, elements(ResolvableType.forType(resolved)));
    }

    // Of an array the registrar takes the class, and not what is in it.
    private static Type elements(ResolvableType type) {
        return type.isArray() ? elements(type.getComponentType()) : type.getType();
    }
}
