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

/** Registers native-image hints to read the annotations of a bean's methods and to invoke these methods. */
public final class AnnotatedMethodHints {

    private AnnotatedMethodHints() {}

    /**
     * Returns the hints for one bean.
     *
     * @param further registers additional hints for each annotated method
     * @return {@code null} for a bean without annotated methods
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

    // For a factory bean, annotations are found on the class of its product, not on the factory.
    private static @Nullable Class<?> typeOf(RegisteredBean bean) {
        boolean factory = FactoryBean.class.isAssignableFrom(bean.getBeanClass()) && !bean.isInnerBean();
        return factory ? bean.getBeanFactory().getType(bean.getBeanName(), false) : bean.getBeanClass();
    }

    /**
     * Registers a method that is invoked by reflection, and the interface methods that it implements: if the bean is
     * proxied by interface, one of these is invoked.
     */
    public static void invoked(ReflectionHints hints, Method method, Class<?> type) {
        hints.registerMethod(method, ExecutableMode.INVOKE);
        for (Class<?> implemented : ClassUtils.getAllInterfacesForClassAsSet(type)) {
            Method declared = InterfaceMethods.implementedBy(method, type, implemented);
            if (declared != null) {
                hints.registerMethod(declared, ExecutableMode.INVOKE);
            }
        }
    }

    /**
     * Registers further hints for annotated methods.
     *
     * @param <A> the annotation
     */
    @FunctionalInterface
    public interface Registrar<A extends Annotation> {

        /** Registers hints for a method of a class. */
        void register(ReflectionHints hints, Method method, Class<?> type, A annotation);
    }
}
