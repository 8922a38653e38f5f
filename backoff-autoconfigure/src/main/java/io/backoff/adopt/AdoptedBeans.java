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
     * @param type the class of the object behind its proxy
     * @param methods the methods that callers can call through its proxy and that the library may retry
     * @param frozen whether the proxy takes no more advice
     */
    record AdoptedBean(String name, RetryLibrary library, Class<?> type, List<Method> methods, boolean frozen) {

        /** The methods that the library retries. */
        Map<Method, LibraryRetry> retried() {
            Map<Method, LibraryRetry> retried = new LinkedHashMap<>();
            for (Method each : methods) {
                LibraryRetry found = library.find(each, type);
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
        String key = library.id() + " " + name;
        if (beans.containsKey(key)) {
            return null;
        }
        Class<?> type = AopProxyUtils.ultimateTargetClass(proxy);
        List<Method> matching = callable(proxy, type).stream()
                .filter(each -> theirs.matches(each, type))
                .toList();
        AdoptedBean bean = new AdoptedBean(name, library, type, matching, proxy.isFrozen());
        beans.put(key, bean);
        return bean;
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

    private static List<Method> callable(Advised proxy, Class<?> type) {
        return AopUtils.isJdkDynamicProxy(proxy)
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
