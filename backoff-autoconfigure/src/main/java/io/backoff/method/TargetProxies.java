package io.backoff.method;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.TargetClassAware;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/** Inspects proxies that are themselves the target of a proxy, such as Spring Data repositories. */
public final class TargetProxies {

    private TargetProxies() {}

    /**
     * Returns the interfaces of a proxy that declare the method and are not implemented by the target class. For
     * example, the annotations of a Spring Data repository are on its interface, which the class behind the proxy does
     * not implement.
     */
    public static List<Class<?>> ownInterfaces(Method method, Object target) {
        if (!(target instanceof TargetClassAware && Proxy.isProxyClass(target.getClass()))) {
            return List.of();
        }
        Class<?> targetClass = AopUtils.getTargetClass(target);
        return Stream.<Class<?>>of(target.getClass().getInterfaces())
                .filter(type -> !type.isAssignableFrom(targetClass) && declares(type, method))
                .toList();
    }

    private static boolean declares(Class<?> type, Method method) {
        return method.getDeclaringClass().isAssignableFrom(type) || ClassUtils.hasMethod(type, method);
    }

    /**
     * Returns the class of the object behind the proxies of a bean; {@code null} if one of these proxies has the
     * advisor, or can change its target: another target may be a proxy that has the advisor.
     */
    public static @Nullable Class<?> unadvised(Object bean, Class<? extends Advisor> advisor) {
        Object current = bean;
        while (current instanceof Advised proxy) {
            TargetSource source = proxy.getTargetSource();
            current = isAdvised(proxy, advisor) || !source.isStatic() ? null : target(source);
        }
        return current == null ? null : current.getClass();
    }

    /**
     * Returns the class of the object behind a bean's proxies if the advice does not see the annotations of this class.
     * Returns {@code null} if the advice sees them, or if a proxy can change its target.
     */
    public static @Nullable Class<?> hidden(Advised bean, Class<? extends Advisor> advisor) {
        Object current = bean;
        while (current instanceof Advised proxy) {
            TargetSource source = proxy.getTargetSource();
            Object target = source.isStatic() ? target(source) : null;
            boolean seen = isAdvised(proxy, advisor) && !AopUtils.isJdkDynamicProxy(target);
            current = seen ? null : target;
        }
        return current == null ? null : current.getClass();
    }

    /**
     * Returns the class in which the advice of the proxy looks for annotations; {@code null} if the proxy has no such
     * advice.
     */
    public static @Nullable Class<?> seen(Advised proxy, Class<? extends Advisor> advisor) {
        return isAdvised(proxy, advisor) ? proxy.getTargetSource().getTargetClass() : null;
    }

    private static @Nullable Object target(TargetSource source) {
        try {
            return source.getTarget();
        } catch (Exception unknown) {
            return null;
        }
    }

    private static boolean isAdvised(Advised proxy, Class<? extends Advisor> advisor) {
        return Stream.of(proxy.getAdvisors()).anyMatch(advisor::isInstance);
    }
}
