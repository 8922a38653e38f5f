package io.backoff.aop;

import io.backoff.Backoff;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Caches whether {@link Backoff} occurs anywhere in a class, its superclasses and its interfaces. Most beans are
 * therefore skipped without a search of each method. With 1 000 beans of five methods, that saves 15 000 searches.
 */
final class AnnotatedClasses extends ClassValue<Boolean> {

    private final ClassValue<Boolean> annotations = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> annotation) {
            return annotation == Backoff.class
                    || MergedAnnotations.from(annotation).isPresent(Backoff.class);
        }
    };

    @Override
    protected Boolean computeValue(Class<?> type) {
        try {
            return mentions(type);
        } catch (LinkageError | RuntimeException unreadable) {
            // A class that it refers to is missing; a closer look may succeed without that class.
            return true;
        }
    }

    private boolean mentions(Class<?> type) {
        if (isOn(type) || type.getSuperclass() != null && get(type.getSuperclass())) {
            return true;
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isOn(method)) {
                return true;
            }
        }
        for (Class<?> each : type.getInterfaces()) {
            if (get(each)) {
                return true;
            }
        }
        return false;
    }

    private boolean isOn(AnnotatedElement element) {
        for (Annotation each : element.getDeclaredAnnotations()) {
            if (annotations.get(each.annotationType())) {
                return true;
            }
        }
        return false;
    }
}
