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
import org.springframework.util.ClassUtils;

/**
 * Finds the methods with an annotation.
 *
 * @param annotation the type of the annotation
 * @param candidates checks cheaply whether the annotation may occur anywhere in a class
 * @param finder finds the annotation of one method
 * @param <A> the annotation
 */
public record AnnotatedMethods<A extends Annotation>(
        Class<A> annotation, Predicate<Class<?>> candidates, Finder<A> finder) {

    /** Returns the methods that have the annotation, or override or implement a method that has it. */
    public static <A extends Annotation> AnnotatedMethods<A> of(Class<A> annotation) {
        return of(
                annotation,
                (method, targetClass) -> AnnotatedElementUtils.findMergedAnnotation(
                        AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(targetClass)), annotation));
    }

    /**
     * Returns the methods for which the finder finds the annotation. The annotation must be on the class of an object,
     * on one of its superclasses or interfaces, or on one of their methods.
     */
    public static <A extends Annotation> AnnotatedMethods<A> of(Class<A> annotation, Finder<A> finder) {
        return new AnnotatedMethods<>(annotation, new AnnotatedClasses(annotation)::get, finder);
    }

    /** Whether the annotation may occur anywhere in the class; the check is cheap. */
    public boolean isCandidate(Class<?> type) {
        return candidates.test(type);
    }

    /** Returns the annotation for calls of the method on objects of the class; {@code null} if there is none. */
    public @Nullable A find(Method method, Class<?> targetClass) {
        return finder.find(method, targetClass);
    }

    /** Returns all annotated methods of a class, including static and private ones. */
    public Map<Method, A> allOf(Class<?> type) {
        return isCandidate(type)
                ? MethodIntrospector.selectMethods(type, (Method method) -> find(method, type))
                : Map.of();
    }

    /** Returns a pointcut for the annotated methods that a proxy can intercept. */
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

        /** Returns the annotation for calls of the method on objects of the class; {@code null} if there is none. */
        @Nullable
        A find(Method method, Class<?> targetClass);
    }
}
