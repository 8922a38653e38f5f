package io.backoff.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ClassUtils;

/** Matches class methods with interface methods, and resolves type variables. */
public final class InterfaceMethods {

    private InterfaceMethods() {}

    /**
     * The method of a class that a proxy may call for a method of an interface that the class does not implement: the
     * one with the same name and parameters, or with the parameters that the interface has narrowed. The given method
     * if there is none.
     */
    public static Method behind(Method method, Class<?> targetClass) {
        Class<?> type = method.getDeclaringClass();
        Method found = type.isAssignableFrom(targetClass) ? method : same(method, targetClass);
        for (Method each : found == null ? type.getMethods() : new Method[0]) {
            if (each.isBridge() && BridgeMethodResolver.findBridgedMethod(each).equals(method)) {
                found = same(each, targetClass);
            }
        }
        return found == null ? method : found;
    }

    private static @Nullable Method same(Method method, Class<?> type) {
        return ClassUtils.getMethodIfAvailable(type, method.getName(), method.getParameterTypes());
    }

    /** The interface method that the given one implements in the class; {@code null} if there is none. */
    public static @Nullable Method implementedBy(Method method, Class<?> targetClass, Class<?> type) {
        Method same = same(method, type);
        return same != null ? same : narrowed(method, targetClass, type);
    }

    /** The interface method whose type variables the class, and so the given method, has narrowed. */
    private static @Nullable Method narrowed(Method method, Class<?> targetClass, Class<?> type) {
        for (Method each : type.getMethods()) {
            boolean similar =
                    each.getName().equals(method.getName()) && each.getParameterCount() == method.getParameterCount();
            if (similar && AopUtils.getMostSpecificMethod(each, targetClass).equals(method)) {
                return each;
            }
        }
        return null;
    }
}
