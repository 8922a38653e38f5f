package io.backoff.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * The methods that an annotation covers.
 *
 * @param annotation the annotation
 * @param candidates whether a class can have the annotation anywhere; a cheap check
 * @param finder finds the annotation of one method
 * @param <A> the annotation
 */
public record AnnotatedMethods<A extends Annotation>(
        Class<A> annotation, Predicate<Class<?>> candidates, Finder<A> finder) {

    /** The methods that have the annotation, or override or implement one that has it. */
    public static <A extends Annotation> AnnotatedMethods<A> of(Class<A> annotation) {
        return new AnnotatedMethods<>(
                annotation,
                type -> AnnotationUtils.isCandidateClass(type, annotation),
                (method, targetClass) -> AnnotatedElementUtils.findMergedAnnotation(
                        AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(targetClass)), annotation));
    }

    /** Whether the class can have the annotation anywhere; a cheap check. */
    public boolean isCandidate(Class<?> type) {
        return candidates.test(type);
    }

    /** The annotation that governs calls of the method on objects of the class; {@code null} for none. */
    public @Nullable A find(Method method, Class<?> targetClass) {
        return finder.find(method, targetClass);
    }

    /** All annotated methods of a class, static and private ones included. */
    public Map<Method, A> allOf(Class<?> type) {
        return isCandidate(type)
                ? MethodIntrospector.selectMethods(type, (Method method) -> find(method, type))
                : Map.of();
    }

    /** The methods that a proxy can intercept. */
    public Pointcut pointcut() {
        return new AnnotationPointcut(this);
    }

    /**
     * Finds the annotation of one method.
     *
     * @param <A> the annotation
     */
    @FunctionalInterface
    public interface Finder<A extends Annotation> {

        /** The annotation that governs calls of the method on objects of the class; {@code null} for none. */
        @Nullable
        A find(Method method, Class<?> targetClass);
    }
}
