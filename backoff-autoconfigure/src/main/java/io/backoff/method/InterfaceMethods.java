package io.backoff.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ClassUtils;

/** Finds the interface methods that class methods implement, and vice versa, with type variables resolved. */
public final class InterfaceMethods {

    private InterfaceMethods() {}

    /**
     * Returns the method that a proxy must look up in the target class when an interface method is called. If the class
     * implements the interface, the result is the interface method itself. Otherwise, the result is the class method
     * with the same name and parameter types. If there is none, the given method may override a method of a
     * superinterface that has wider parameter types, for example {@code Object} instead of {@code String}. The result
     * is then the class method with those types. If the class has neither method, the given method is returned.
     */
    public static Method behind(Method method, Class<?> targetClass) {
        Class<?> type = method.getDeclaringClass();
        Method found = type.isAssignableFrom(targetClass) ? method : same(method, targetClass);
        for (Method declared : found == null ? type.getMethods() : new Method[0]) {
            if (declared.isBridge()
                    && BridgeMethodResolver.findBridgedMethod(declared).equals(method)) {
                found = same(declared, targetClass);
            }
        }
        return found == null ? method : found;
    }

    private static @Nullable Method same(Method method, Class<?> type) {
        return ClassUtils.getMethodIfAvailable(type, method.getName(), method.getParameterTypes());
    }

    /** Returns the interface method that the given method implements in the class; {@code null} if there is none. */
    public static @Nullable Method implementedBy(Method method, Class<?> targetClass, Class<?> type) {
        Method same = same(method, type);
        return same != null ? same : narrowed(method, targetClass, type);
    }

    /** Returns the implemented interface method if it has type variables where the given method has concrete types. */
    private static @Nullable Method narrowed(Method method, Class<?> targetClass, Class<?> type) {
        for (Method declared : type.getMethods()) {
            boolean similar = declared.getName().equals(method.getName())
                    && declared.getParameterCount() == method.getParameterCount();
            if (similar && AopUtils.getMostSpecificMethod(declared, targetClass).equals(method)) {
                return declared;
            }
        }
        return null;
    }
}
