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
 * What is built for annotated methods, each once, by the method and the class of the target.
 *
 * @param <A> the annotation
 * @param <T> what is built
 */
public final class MethodTable<A extends Annotation, T> {

    private final AnnotatedMethods<A> methods;
    private final Builder<A, T> builder;
    private final Map<MethodClassKey, T> built = new ConcurrentHashMap<>();

    /** Has built nothing yet. */
    public MethodTable(AnnotatedMethods<A> methods, Builder<A, T> builder) {
        this.methods = methods;
        this.builder = builder;
    }

    /** What was built for the method, now or before; {@code null} when no annotation covers it. */
    public @Nullable T find(Method method, Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        T found = built.get(key);
        return found != null ? found : build(key, method, targetClass);
    }

    // Outside of the map's lock: the builder looks up beans, whose creation may come back here.
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

    /** What was built so far; a method that is called by several names may occur as often. */
    public Collection<T> values() {
        return built.values();
    }

    /**
     * Builds what is needed for a method.
     *
     * @param <A> the annotation
     * @param <T> what is built
     */
    @FunctionalInterface
    public interface Builder<A extends Annotation, T> {

        /**
         * Builds what is needed for a method.
         *
         * @param method the method of the target class
         */
        T build(Method method, Class<?> targetClass, A annotation);
    }
}
