package io.backoff.method;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Matches the annotated methods that proxies can intercept. */
final class AnnotationPointcut extends StaticMethodMatcherPointcut implements ClassFilter {

    private final AnnotatedMethods<?> methods;

    AnnotationPointcut(AnnotatedMethods<?> methods) {
        this.methods = methods;
    }

    @Override
    public ClassFilter getClassFilter() {
        return this;
    }

    @Override
    public boolean matches(Class<?> type) {
        return methods.isCandidate(type);
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        // A private method cannot be called through a proxy; the validation at startup rejects it.
        return !Modifier.isPrivate(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && methods.find(method, targetClass) != null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AnnotationPointcut pointcut && pointcut.methods.annotation() == methods.annotation();
    }

    @Override
    public int hashCode() {
        return methods.annotation().hashCode();
    }

    // Contexts with equal pointcuts share proxy classes. Without this method, each context would generate its own proxy
    // classes, which are never unloaded.
    @Override
    public String toString() {
        return "@" + methods.annotation().getName();
    }
}
