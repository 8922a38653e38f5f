package io.backoff.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;

/**
 * Builds one object for each annotated method and target class, and caches it.
 *
 * @param <A> the annotation
 * @param <T> the type of the objects
 */
public final class MethodTable<A extends Annotation, T> {

    private final AnnotatedMethods<A> methods;
    private final Builder<A, T> builder;
    private final Map<MethodClassKey, T> built = new ConcurrentHashMap<>();

    /** Creates an empty table. */
    public MethodTable(AnnotatedMethods<A> methods, Builder<A, T> builder) {
        this.methods = methods;
        this.builder = builder;
    }

    /** Returns the object for the method, built on first use; {@code null} if no annotation covers the method. */
    public @Nullable T find(Method method, Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        T found = built.get(key);
        return found != null ? found : build(key, method, targetClass);
    }

    // Builds outside the map's lock, because the builder looks up beans, whose creation may call this method.
    private @Nullable T build(MethodClassKey called, Method method, Class<?> targetClass) {
        A annotation = methods.find(method, targetClass);
        if (annotation == null) {
            return null;
        }
        Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
        MethodClassKey key = new MethodClassKey(specific, targetClass);
        T known = built.get(key);
        T created = known != null ? known : builder.build(specific, targetClass, annotation);
        T raced = built.putIfAbsent(key, created);
        T winner = raced != null ? raced : created;
        built.put(called, winner);
        return winner;
    }

    /**
     * The objects built so far. An object may occur several times, if its method is called both directly and through
     * interfaces.
     */
    public Collection<T> values() {
        return built.values();
    }

    /**
     * Builds the object for a method.
     *
     * @param <A> the annotation
     * @param <T> the type of the objects
     */
    @FunctionalInterface
    public interface Builder<A extends Annotation, T> {

        /**
         * Builds the object for a method.
         *
         * @param method the method of the target class
         */
        T build(Method method, Class<?> targetClass, A annotation);
    }
}
