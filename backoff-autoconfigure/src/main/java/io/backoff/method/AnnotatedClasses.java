package io.backoff.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.stream.Stream;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Caches whether an annotation occurs anywhere in a class, its superclasses and its interfaces. Most classes do not
 * have it, so their methods need not be searched. For 1,000 small beans, this saves 15,000 searches.
 */
final class AnnotatedClasses extends ClassValue<Boolean> {

    private final Class<? extends Annotation> annotation;

    /** Whether an annotation type is the annotation or has it as a meta-annotation. */
    private final ClassValue<Boolean> annotations = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type == annotation || MergedAnnotations.from(type).isPresent(annotation);
        }
    };

    AnnotatedClasses(Class<? extends Annotation> annotation) {
        this.annotation = annotation;
    }

    @Override
    protected Boolean computeValue(Class<?> type) {
        try {
            return AnnotationUtils.isCandidateClass(type, annotation) && mentions(type);
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
        for (Annotation found : element.getDeclaredAnnotations()) {
            if (annotations.get(found.annotationType())) {
                return true;
            }
        }
        return false;
    }
}
