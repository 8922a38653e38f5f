package io.backoff.adopt;

import io.backoff.aop.CompetingAnnotations;
import io.backoff.method.AnnotatedMethodHints;
import io.backoff.method.AnnotatedMethods;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Registers native-image hints for the annotated methods that other libraries retry. This class is loaded in every
 * application, so it must not use types of optional libraries.
 */
final class AdoptHints implements BeanRegistrationAotProcessor {

    private final List<AnnotatedMethods<Annotation>> methods =
            present().map(AdoptHints::methods).toList();

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        return methods.stream()
                .map(retried -> AnnotatedMethodHints.of(bean, retried, (hints, method, type, annotation) -> {}))
                .filter(Objects::nonNull)
                .reduce(BeanRegistrationAotContribution::concat)
                .orElse(null);
    }

    private static Stream<Class<Annotation>> present() {
        ClassLoader loader = AdoptHints.class.getClassLoader();
        return CompetingAnnotations.RETRYABLE.stream()
                .filter(name -> ClassUtils.isPresent(name, loader))
                .map(name -> annotation(name, loader));
    }

    @SuppressWarnings("unchecked")
    private static Class<Annotation> annotation(String name, @Nullable ClassLoader loader) {
        return (Class<Annotation>) ClassUtils.resolveClassName(name, loader);
    }

    private static AnnotatedMethods<Annotation> methods(Class<Annotation> annotation) {
        return AnnotatedMethods.of(annotation, (method, type) -> find(method, type, annotation));
    }

    private static @Nullable Annotation find(Method method, Class<?> type, Class<Annotation> annotation) {
        Annotation own = AnnotatedElementUtils.findMergedAnnotation(method, annotation);
        return own != null ? own : AnnotatedElementUtils.findMergedAnnotation(type, annotation);
    }
}
