package io.backoff.idempotency;

import io.backoff.Idempotent;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/** The idempotent methods of the application, looked up by method and target class; each is built once. */
final class IdempotentMethods {

    private final IdempotentMethodFactory factory;
    private final Map<Key, Optional<IdempotentMethod>> known = new ConcurrentHashMap<>();

    IdempotentMethods(IdempotentMethodFactory factory) {
        this.factory = factory;
    }

    /** Whether the class can have the annotation anywhere; cheap. */
    static boolean isCandidate(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, Idempotent.class);
    }

    /** The annotation of the method, or of what it overrides or implements. */
    static @Nullable Idempotent annotation(Method method, Class<?> targetClass) {
        if (method.getDeclaringClass() == Object.class || Modifier.isStatic(method.getModifiers())) {
            return null;
        }
        Method specific = AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(targetClass));
        return on(specific);
    }

    /** All annotated methods of a class, static and private ones included. */
    static Map<Method, Idempotent> allOf(Class<?> type) {
        return MethodIntrospector.selectMethods(type, IdempotentMethods::on);
    }

    private static @Nullable Idempotent on(Method method) {
        MergedAnnotation<Idempotent> found =
                MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(Idempotent.class);
        return found.isPresent() ? found.synthesize() : null;
    }

    /** The idempotent method; {@code null} without an annotation. */
    @Nullable
    IdempotentMethod find(Method method, Class<?> targetClass) {
        Key key = new Key(method, targetClass);
        Optional<IdempotentMethod> found = known.get(key);
        // Built outside of the map's lock: it looks up beans, whose creation may come back here.
        return (found != null ? found : build(key)).orElse(null);
    }

    private Optional<IdempotentMethod> build(Key key) {
        Idempotent annotation = annotation(key.method, key.targetClass);
        Method specific = AopUtils.getMostSpecificMethod(key.method, key.targetClass);
        Optional<IdempotentMethod> built = annotation == null
                ? Optional.empty()
                : Optional.of(factory.create(specific, key.targetClass, annotation));
        Optional<IdempotentMethod> raced = known.putIfAbsent(key, built);
        return raced != null ? raced : built;
    }

    private record Key(Method method, Class<?> targetClass) {}
}
