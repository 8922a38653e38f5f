package io.backoff.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.TargetClassAware;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/** Looks behind proxies that are themselves the target of a proxy, such as the repositories of Spring Data. */
final class TargetProxies {

    private TargetProxies() {}

    /**
     * What guards calls of the method on the target, {@code null} for nothing.
     *
     * <p>The class behind a repository does not implement its interface, where the annotation is. So an interface that
     * only the proxy has goes first.
     */
    static @Nullable GuardedMethod find(BackoffInvoker invoker, Method method, Object target) {
        Class<?> targetClass = AopUtils.getTargetClass(target);
        if (target instanceof TargetClassAware && Proxy.isProxyClass(target.getClass())) {
            for (Class<?> each : target.getClass().getInterfaces()) {
                boolean onlyOfProxy = !each.isAssignableFrom(targetClass) && declares(each, method);
                GuardedMethod guarded = onlyOfProxy ? invoker.find(method, each) : null;
                if (guarded != null) {
                    return guarded;
                }
            }
        }
        return invoker.find(InterfaceMethods.behind(method, targetClass), targetClass);
    }

    private static boolean declares(Class<?> type, Method method) {
        return method.getDeclaringClass().isAssignableFrom(type) || ClassUtils.hasMethod(type, method);
    }

    /**
     * The class of the object behind a bean that is, proxies and all, without the advisor; {@code null} where some proxy
     * has it, or may have it because its target changes.
     */
    static @Nullable Class<?> unadvised(Object bean, Class<? extends Advisor> advisor) {
        Object current = bean;
        while (current instanceof Advised proxy) {
            TargetSource source = proxy.getTargetSource();
            current = isAdvised(proxy, advisor) || !source.isStatic() ? null : target(source);
        }
        return current == null ? null : current.getClass();
    }

    /**
     * The class of an object that no proxy around it shows, so that our advice does not know its annotations; {@code
     * null} where there is none, or its target changes.
     */
    static @Nullable Class<?> hidden(Advised bean) {
        Object current = bean;
        while (current instanceof Advised proxy) {
            TargetSource source = proxy.getTargetSource();
            Object target = source.isStatic() ? target(source) : null;
            boolean seen = isAdvised(proxy, BackoffAdvisor.class) && !AopUtils.isJdkDynamicProxy(target);
            current = seen ? null : target;
        }
        return current == null ? null : current.getClass();
    }

    /** The class whose annotations our advice on the proxy knows; {@code null} where it has no such advice. */
    static @Nullable Class<?> seen(Advised proxy) {
        return isAdvised(proxy, BackoffAdvisor.class) ? proxy.getTargetSource().getTargetClass() : null;
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
