package io.backoff.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;

/** Rejects an annotated method if no proxy intercepts its calls: the annotation would silently have no effect. */
public final class AnnotatedMethodValidator {

    private final Class<? extends Annotation> annotation;
    private final Class<? extends Advisor> advisor;
    private final PreRegisteredSingletons preRegistered;

    /**
     * Creates a validator for one annotation.
     *
     * @param advisor the advisor that implements the annotation
     * @param preRegistered beans that the container has not created
     */
    public AnnotatedMethodValidator(
            Class<? extends Annotation> annotation,
            Class<? extends Advisor> advisor,
            PreRegisteredSingletons preRegistered) {
        this.annotation = annotation;
        this.advisor = advisor;
        this.preRegistered = preRegistered;
    }

    /**
     * Validates a method of a bean.
     *
     * @param name the name of the bean
     * @param bean the object of the bean; {@code null} before its creation
     * @param type the class of the bean
     * @throws InvalidBackoffException if calls of the method are not intercepted
     */
    public void validate(String name, @Nullable Object bean, Class<?> type, Method method) {
        validateModifiers(method, bean);
        if (bean != null && isOwn(name, bean, type)) {
            validateProxied(name, bean, method);
        }
        if (bean != null && isHidden(bean, type, method)) {
            throw hidden(name, method);
        }
    }

    /** Rejects a method that a proxy cannot intercept. */
    public void validateModifiers(Method method, @Nullable Object bean) {
        String modifier = modifier(method.getModifiers());
        boolean allowed = "final".equals(modifier) && isBehindInterface(bean, method);
        if (modifier != null && !allowed) {
            throw notInterceptable(method, modifier);
        }
    }

    private InvalidBackoffException notInterceptable(Method method, String modifier) {
        return new InvalidBackoffException(
                annotation,
                method,
                "the method is " + modifier + ", so a proxy cannot intercept it",
                ("private".equals(modifier) ? "Make it public" : "Remove '" + modifier + "'")
                        + ", or move the annotation to a method that a proxy can intercept.");
    }

    private static @Nullable String modifier(int modifiers) {
        if (Modifier.isPrivate(modifiers)) {
            return "private";
        }
        if (Modifier.isStatic(modifiers)) {
            return "static";
        }
        return Modifier.isFinal(modifiers) ? "final" : null;
    }

    private static boolean isBehindInterface(@Nullable Object bean, Method method) {
        return bean != null && (AopUtils.isJdkDynamicProxy(bean) || Proxy.isProxyClass(method.getDeclaringClass()));
    }

    /**
     * Whether the container created the object, and should therefore have proxied it. Excludes mocks that replace a
     * bean in a test, and objects wrapped by the application, because a proxy inside a wrapper cannot be detected.
     */
    private boolean isOwn(String name, Object bean, Class<?> type) {
        return !preRegistered.contains(name) && (bean instanceof Advised || bean.getClass() == type);
    }

    private void validateProxied(String name, Object bean, Method method) {
        if (TargetProxies.unadvised(bean, advisor) != null) {
            throw new InvalidBackoffException(
                    annotation,
                    method,
                    "the bean '" + name + "' is not proxied, so the annotation would do nothing",
                    "Let the container create the bean after its post-processors: do not inject it into a "
                            + "BeanPostProcessor, and do not make it an infrastructure bean.");
        }
    }

    /** Whether the bean is proxied by interface, and none of its interfaces declares the method. */
    public static boolean isHidden(@Nullable Object bean, Class<?> type, Method method) {
        return bean != null
                && AopUtils.isJdkDynamicProxy(bean)
                && Stream.of(bean.getClass().getInterfaces())
                        .allMatch(implemented -> InterfaceMethods.implementedBy(method, type, implemented) == null);
    }

    /** Creates the error for a method that callers cannot reach because the bean's proxy implements only interfaces. */
    public InvalidBackoffException hidden(String name, Method method) {
        return new InvalidBackoffException(
                annotation,
                method,
                "the bean '" + name + "' is proxied by interface, but none of its interfaces declares the method",
                "Declare the method in an interface of the bean, or set spring.aop.proxy-target-class=true.");
    }
}
