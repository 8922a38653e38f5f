package io.backoff.modulith;

import io.backoff.method.AnnotatedMethods;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.Environment;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.util.ClassUtils;

/** Finds the methods whose events Spring Modulith stores: transactional event listeners that run after the commit. */
final class EventListenerMethods {

    private static final String TRIGGER = "spring.modulith.events.registry-trigger-annotation";

    private EventListenerMethods() {}

    static AnnotatedMethods<TransactionalEventListener> in(Environment environment) {
        AnnotatedMethods<TransactionalEventListener> all = AnnotatedMethods.of(TransactionalEventListener.class);
        Class<? extends Annotation> trigger = trigger(environment);
        return AnnotatedMethods.of(all.annotation(), (method, type) -> stored(all.find(method, type), method, trigger));
    }

    private static @Nullable TransactionalEventListener stored(
            @Nullable TransactionalEventListener found, Method method, @Nullable Class<? extends Annotation> trigger) {
        return found != null
                        && found.phase() == TransactionPhase.AFTER_COMMIT
                        && (trigger == null || AnnotatedElementUtils.hasAnnotation(method, trigger))
                ? found
                : null;
    }

    // If the annotation type does not exist, Modulith itself reports that.
    private static @Nullable Class<? extends Annotation> trigger(Environment environment) {
        String name = environment.getProperty(TRIGGER, "");
        return ClassUtils.isPresent(name, null)
                ? ClassUtils.resolveClassName(name, null).asSubclass(Annotation.class)
                : null;
    }
}
