package io.backoff.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;

/** Tells a native image about the annotated methods of a bean: their annotation is read, and they are invoked. */
public final class AnnotatedMethodHints {

    private AnnotatedMethodHints() {}

    /**
     * The hints for one bean.
     *
     * @param further registers what else a method needs
     * @return {@code null} for a bean without such methods
     */
    public static <A extends Annotation> @Nullable BeanRegistrationAotContribution of(
            RegisteredBean bean, AnnotatedMethods<A> methods, Registrar<A> further) {
        Class<?> type = typeOf(bean);
        Map<Method, A> annotated = type == null ? Map.of() : methods.allOf(type);
        if (type == null || annotated.isEmpty()) {
            return null;
        }
        return (generation, code) -> {
            RuntimeHints hints = generation.getRuntimeHints();
            hints.proxies().registerJdkProxy(methods.annotation());
            annotated.forEach((method, annotation) -> {
                invoked(hints.reflection(), method, type);
                further.register(hints.reflection(), method, type, annotation);
            });
        };
    }

    // Of a factory, what it makes is annotated and not the factory.
    private static @Nullable Class<?> typeOf(RegisteredBean bean) {
        boolean factory = FactoryBean.class.isAssignableFrom(bean.getBeanClass()) && !bean.isInnerBean();
        return factory ? bean.getBeanFactory().getType(bean.getBeanName(), false) : bean.getBeanClass();
    }

    /**
     * Registers a method that is invoked by reflection, and those of interfaces that it implements: behind a proxy by
     * interface, one of them is invoked.
     */
    public static void invoked(ReflectionHints hints, Method method, Class<?> type) {
        hints.registerMethod(method, ExecutableMode.INVOKE);
        for (Class<?> each : ClassUtils.getAllInterfacesForClassAsSet(type)) {
            Method declared = InterfaceMethods.implementedBy(method, type, each);
            if (declared != null) {
                hints.registerMethod(declared, ExecutableMode.INVOKE);
            }
        }
    }

    /**
     * Registers what an annotated method needs.
     *
     * @param <A> the annotation
     */
    @FunctionalInterface
    public interface Registrar<A extends Annotation> {

        /** Registers what a method needs, as a class has it. */
        void register(ReflectionHints hints, Method method, Class<?> type, A annotation);
    }
}
