package io.backoff.method;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.springframework.util.ClassUtils;

/** Names a method in meter tags, logs and reports: {@code PaymentService.charge}. */
public final class MethodTag {

    private MethodTag() {}

    /**
     * Returns {@code Class.method}, with the simple name of the target class. If that class is generated, the interface
     * that declares the method is used instead.
     */
    public static String of(Method method, Class<?> targetClass) {
        Class<?> userClass = ClassUtils.getUserClass(targetClass);
        Class<?> owner = isGenerated(userClass) ? declaringInterface(method, userClass) : userClass;
        return owner.getSimpleName() + "." + method.getName();
    }

    // Names of classes generated at run time differ from one start to the next.
    private static boolean isGenerated(Class<?> type) {
        return Proxy.isProxyClass(type) || type.isHidden() || type.isSynthetic();
    }

    private static Class<?> declaringInterface(Method method, Class<?> type) {
        for (Class<?> implemented : ClassUtils.getAllInterfacesForClass(type)) {
            if (ClassUtils.hasMethod(implemented, method.getName(), method.getParameterTypes())) {
                return implemented;
            }
        }
        return method.getDeclaringClass();
    }
}
