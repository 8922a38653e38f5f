package io.backoff.adopt;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.MethodMatcher;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ReflectionUtils;

/** The proxies of beans that have the advice of a library. Collected until the application has started. */
final class AdoptedBeans {

    /**
     * A bean and the library that retries methods of it.
     *
     * @param name the name of the bean
     * @param type the class of the object behind its proxy; {@code null} if there is none
     * @param methods the methods that callers can call through its proxy and that the library may retry
     * @param frozen whether the proxy takes no more advice
     */
    record AdoptedBean(
            String name, RetryLibrary library, @Nullable Class<?> type, List<Method> methods, boolean frozen) {

        /** The class that the method is called on, as the advice of a proxy sees it. */
        Class<?> targetClass(Method method) {
            return type != null ? type : method.getDeclaringClass();
        }

        /** The methods that the library retries. */
        Map<Method, LibraryRetry> retried() {
            Map<Method, LibraryRetry> retried = new LinkedHashMap<>();
            for (Method each : methods) {
                LibraryRetry found = library.find(each, targetClass(each));
                if (found != null) {
                    retried.put(each, found);
                }
            }
            return retried;
        }
    }

    private final Map<String, AdoptedBean> beans = new LinkedHashMap<>();
    private @Nullable Consumer<AdoptedBean> listener;

    /** Adds a bean; does nothing if it is known, as for further objects of a prototype. */
    void add(String name, Advised proxy, RetryLibrary library, MethodMatcher theirs) {
        AdoptedBean added = addOnce(name, proxy, library, theirs);
        Consumer<AdoptedBean> current = added == null ? null : listener();
        if (added != null && current != null) {
            current.accept(added);
        }
    }

    private synchronized @Nullable AdoptedBean addOnce(
            String name, Advised proxy, RetryLibrary library, MethodMatcher theirs) {
        Class<?> type = typeOf(proxy);
        // A factory and its product have the same name.
        String key = library.id() + " " + name + " " + type;
        if (beans.containsKey(key)) {
            return null;
        }
        List<Method> matching = callable(proxy, type).stream()
                .filter(each -> theirs.matches(each, type != null ? type : each.getDeclaringClass()))
                .toList();
        AdoptedBean bean = new AdoptedBean(name, library, type, matching, proxy.isFrozen());
        beans.put(key, bean);
        return bean;
    }

    // Clients that are generated from an interface have no target.
    private static @Nullable Class<?> typeOf(Advised proxy) {
        return proxy.getTargetSource().getTargetClass() == null ? null : AopProxyUtils.ultimateTargetClass(proxy);
    }

    private synchronized @Nullable Consumer<AdoptedBean> listener() {
        return listener;
    }

    /** Passes on the beans so far, and each that is added from now on. */
    void follow(Consumer<AdoptedBean> consumer) {
        List<AdoptedBean> known;
        synchronized (this) {
            listener = consumer;
            known = new ArrayList<>(beans.values());
        }
        known.forEach(consumer);
    }

    private static List<Method> callable(Advised proxy, @Nullable Class<?> type) {
        return type == null || AopUtils.isJdkDynamicProxy(proxy)
                ? Stream.of(proxy.getProxiedInterfaces())
                        .flatMap(each -> Stream.of(each.getMethods()))
                        .filter(AdoptedBeans::isCallable)
                        .toList()
                : callable(type);
    }

    /** The methods of a class that callers can call through a proxy. */
    static List<Method> callable(Class<?> type) {
        return Stream.of(ReflectionUtils.getUniqueDeclaredMethods(type))
                .filter(AdoptedBeans::isCallable)
                .toList();
    }

    private static boolean isCallable(Method method) {
        int modifiers = method.getModifiers();
        return !method.isBridge()
                && method.getDeclaringClass() != Object.class
                && !Modifier.isStatic(modifiers)
                && !Modifier.isPrivate(modifiers)
                && !Modifier.isFinal(modifiers);
    }
}
