package io.backoff.aop;

import io.backoff.Backoff;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Caches whether {@link Backoff} occurs anywhere in a class, its superclasses and its interfaces. Most classes do not
 * have it, so their methods need not be searched. For 1,000 small beans, this saves 15,000 searches.
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
            // The type refers to a class that is missing. The search of a single method may succeed nevertheless.
            return true;
        }
    }

    private boolean mentions(Class<?> type) {
        return isOn(type)
                || type.getSuperclass() != null && get(type.getSuperclass())
                || Stream.of(type.getDeclaredMethods()).anyMatch(this::isOn)
                || Stream.of(type.getInterfaces()).anyMatch(this::get);
    }

    private boolean isOn(AnnotatedElement element) {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            if (annotations.get(annotation.annotationType())) {
                return true;
            }
        }
        return false;
    }
}
