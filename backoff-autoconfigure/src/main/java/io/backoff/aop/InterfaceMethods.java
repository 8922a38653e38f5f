package io.backoff.aop;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/** Relates methods of classes to those of interfaces, type variables included. */
public final class InterfaceMethods {

    private InterfaceMethods() {}

    /** The method of the interface that the given one implements in the class; {@code null} when there is none. */
    public static @Nullable Method implementedBy(Method method, Class<?> targetClass, Class<?> type) {
        Method same = ClassUtils.getMethodIfAvailable(type, method.getName(), method.getParameterTypes());
        if (same != null) {
            return same;
        }
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
