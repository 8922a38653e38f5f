package io.backoff.idempotency;

import io.backoff.Idempotent;
import io.backoff.aop.AnnotatedMethods;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/** The idempotent methods of the application, looked up by method and target class; each is built once. */
final class IdempotentMethods {

    /** The methods that have the annotation. */
    static final AnnotatedMethods<Idempotent> ANNOTATED = AnnotatedMethods.of(Idempotent.class);

    private final IdempotentMethodFactory factory;
    private final Map<Key, Optional<IdempotentMethod>> known = new ConcurrentHashMap<>();

    IdempotentMethods(IdempotentMethodFactory factory) {
        this.factory = factory;
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
        Idempotent annotation = ANNOTATED.find(key.method, key.targetClass);
        Method specific = AopUtils.getMostSpecificMethod(key.method, key.targetClass);
        Optional<IdempotentMethod> built = annotation == null
                ? Optional.empty()
                : Optional.of(factory.create(specific, key.targetClass, annotation));
        Optional<IdempotentMethod> raced = known.putIfAbsent(key, built);
        return raced != null ? raced : built;
    }

    private record Key(Method method, Class<?> targetClass) {}
}
