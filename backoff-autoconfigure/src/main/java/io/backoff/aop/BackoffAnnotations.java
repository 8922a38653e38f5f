package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.method.AnnotatedMethods;
import io.backoff.method.InterfaceMethods;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the nearest {@link Backoff}. Searches in this order: the method of the target class, the methods that this
 * method overrides, the target class and its superclasses, the methods of the interfaces of the target class, and the
 * interfaces themselves. Meta-annotations count everywhere.
 *
 * <p>An annotation on a class covers its public instance methods. An annotation on an interface covers the methods that
 * the interface declares or inherits. Neither covers {@code equals}, {@code hashCode} and {@code toString}.
 */
final class BackoffAnnotations {

    /** The annotated methods. */
    static final AnnotatedMethods<Backoff> METHODS = AnnotatedMethods.of(Backoff.class, BackoffAnnotations::find);

    private BackoffAnnotations() {}

    /** Whether the annotation is on the method or on a method that it overrides; the class is not searched. */
    static boolean isOnMethod(Method method) {
        return on(method, SearchStrategy.TYPE_HIERARCHY) != null;
    }

    /** The class, superclass or interface that has the annotation itself; {@code null} if only methods have it. */
    static @Nullable Class<?> annotatedType(Class<?> type) {
        Object source = MergedAnnotations.from(ClassUtils.getUserClass(type), SearchStrategy.TYPE_HIERARCHY)
                .get(Backoff.class)
                .getSource();
        return source instanceof Class<?> found ? found : null;
    }

    /** The annotation that applies to calls of the method on objects of the class. */
    static @Nullable Backoff find(Method method, Class<?> targetClass) {
        if (method.getDeclaringClass() == Object.class) {
            return null;
        }
        Class<?> userClass = ClassUtils.getUserClass(targetClass);
        Method specific = AopUtils.getMostSpecificMethod(method, userClass);
        return nearest(specific, userClass);
    }

    private static @Nullable Backoff nearest(Method method, Class<?> userClass) {
        Backoff found = onClass(method, userClass);
        if (found == null) {
            found = on(method, SearchStrategy.TYPE_HIERARCHY);
        }
        return found != null ? found : onInterfaces(method, userClass);
    }

    private static @Nullable Backoff onClass(Method method, Class<?> userClass) {
        // A default method belongs to its interface, so the annotation of the class takes precedence.
        boolean inherited = method.getDeclaringClass().isInterface() && !userClass.isInterface();
        Backoff found = inherited ? null : on(method, SearchStrategy.SUPERCLASS);
        return found == null && isCoveredByType(method) ? on(userClass, SearchStrategy.SUPERCLASS) : found;
    }

    private static @Nullable Backoff onInterfaces(Method method, Class<?> targetClass) {
        Backoff onType = null;
        for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(targetClass)) {
            Method declared = InterfaceMethods.implementedBy(method, targetClass, type);
            if (declared == null) {
                continue;
            }
            Backoff found = on(declared, SearchStrategy.TYPE_HIERARCHY);
            if (found != null) {
                return found;
            }
            if (onType == null && isCoveredByType(method)) {
                onType = on(type, SearchStrategy.TYPE_HIERARCHY);
            }
        }
        return onType;
    }

    private static boolean isCoveredByType(Method method) {
        return Modifier.isPublic(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && !method.isSynthetic()
                && !isOfEveryObject(method)
                // Factory beans are not covered, because the container calls them before the advice is available.
                && !FactoryBean.class.isAssignableFrom(method.getDeclaringClass());
    }

    private static boolean isOfEveryObject(Method method) {
        return ReflectionUtils.isEqualsMethod(method)
                || ReflectionUtils.isHashCodeMethod(method)
                || ReflectionUtils.isToStringMethod(method);
    }

    private static @Nullable Backoff on(AnnotatedElement element, SearchStrategy strategy) {
        MergedAnnotation<Backoff> annotation =
                MergedAnnotations.from(element, strategy).get(Backoff.class);
        return annotation.isPresent() ? annotation.synthesize() : null;
    }
}
