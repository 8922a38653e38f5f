package io.backoff.adopt;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.MethodMatcher;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** The beans created so far whose methods other libraries retry. */
final class AdoptedBeans {

    /**
     * A bean and the library that retries its methods.
     *
     * @param name the name of the bean
     * @param type the class of the proxy's target; {@code null} if the proxy has no target or hides it
     * @param methods the methods of the proxy that the library may retry
     * @param advised whether the proxy is known to have the library's advice; {@code false} if only the annotations are
     *     known
     * @param obstacle why the bean cannot be adopted; {@code null} if it can
     */
    record AdoptedBean(
            String name,
            RetryLibrary library,
            @Nullable Class<?> type,
            List<Method> methods,
            boolean advised,
            @Nullable String obstacle) {

        /** Describes a bean that has not been created yet. */
        static AdoptedBean expected(String name, RetryLibrary library, Class<?> type) {
            return new AdoptedBean(name, library, type, callable(type), false, null);
        }

        /**
         * Whether the other describes the same object and library. Equal names are not enough: a factory and its
         * product share a name.
         */
        boolean isSame(AdoptedBean other) {
            return library == other.library && name.equals(other.name) && isFactory() == other.isFactory();
        }

        private boolean isFactory() {
            return type != null && FactoryBean.class.isAssignableFrom(type);
        }

        /** Returns the target class that the proxy's advice sees. */
        Class<?> targetClass(Method method) {
            return type != null ? type : method.getDeclaringClass();
        }

        /** Returns the methods that the library retries. */
        Map<Method, LibrarySettings> retried() {
            Map<Method, LibrarySettings> retried = new LinkedHashMap<>();
            for (Method method : methods) {
                LibrarySettings found = library.find(method, targetClass(method));
                if (found != null) {
                    retried.put(method, found);
                }
            }
            return retried;
        }
    }

    // The key has a type, because a factory and its product share a name.
    private record Key(
            RetryLibrary library, String name, @Nullable Class<?> type) {}

    private final Map<Key, AdoptedBean> beans = new LinkedHashMap<>();
    private @Nullable Consumer<AdoptedBean> listener;

    /** Adds a bean unless it was added before: a prototype is added once, not once per object. */
    void add(String name, Advised proxy, RetryLibrary library, MethodMatcher theirs) {
        Class<?> type = typeOf(proxy);
        add(name, library, type, () -> {
            List<Method> matching = callable(proxy, type).stream()
                    .filter(method -> theirs.matches(method, type != null ? type : method.getDeclaringClass()))
                    .toList();
            String obstacle = proxy.isFrozen() ? "the proxy of the bean '" + name + "' is frozen" : null;
            return new AdoptedBean(name, library, type, matching, true, obstacle);
        });
    }

    /** Adds a bean whose proxy hides its advice. */
    void addOpaque(String name, Object proxy, RetryLibrary library) {
        boolean interfaces = AopUtils.isJdkDynamicProxy(proxy);
        Class<?> type = interfaces ? null : ClassUtils.getUserClass(proxy);
        add(name, library, type, () -> {
            List<Method> methods = type == null ? callable(proxy.getClass().getInterfaces()) : callable(type);
            String obstacle = "the proxy of the bean '" + name + "' is opaque";
            return new AdoptedBean(name, library, type, methods, false, obstacle);
        });
    }

    private void add(String name, RetryLibrary library, @Nullable Class<?> type, Supplier<AdoptedBean> bean) {
        AdoptedBean added = addOnce(new Key(library, name, type), bean);
        Consumer<AdoptedBean> current = added == null ? null : listener();
        if (added != null && current != null) {
            current.accept(added);
        }
    }

    private synchronized @Nullable AdoptedBean addOnce(Key key, Supplier<AdoptedBean> bean) {
        if (beans.containsKey(key)) {
            return null;
        }
        AdoptedBean added = bean.get();
        beans.put(key, added);
        return added;
    }

    /** Whether an expected bean has been created. */
    synchronized boolean exists(AdoptedBean expected) {
        return beans.values().stream().anyMatch(expected::isSame);
    }

    // Returns the class of the direct target, which is the class that advice sees. Clients generated from an interface
    // have no target.
    private static @Nullable Class<?> typeOf(Advised proxy) {
        return proxy.getTargetSource().getTargetClass();
    }

    private synchronized @Nullable Consumer<AdoptedBean> listener() {
        return listener;
    }

    /** Passes all beans to the consumer: those added so far immediately, each later one when it is added. */
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
                ? callable(proxy.getProxiedInterfaces())
                : callable(type);
    }

    private static List<Method> callable(Class<?>[] interfaces) {
        return Stream.of(interfaces)
                .flatMap(type -> Stream.of(type.getMethods()))
                .filter(AdoptedBeans::isCallable)
                .toList();
    }

    /** Returns the methods of a class that can be called through a proxy. */
    private static List<Method> callable(Class<?> type) {
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
