package io.backoff.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Finds the annotated methods of beans, without creating beans. */
public final class AnnotatedBeans {

    private AnnotatedBeans() {}

    /**
     * Visits the annotated methods of all beans of a factory, in bean order, each with the bean on which to call it. For
     * a scoped object, that is the bean of the object itself, which shows whether the object is a singleton.
     */
    public static <A extends Annotation> void visit(
            ConfigurableListableBeanFactory beans, AnnotatedMethods<A> methods, Visitor<A> visitor) {
        visit(beans, methods, visitor, AnnotatedBeans::calledType);
    }

    /**
     * Visits the annotated methods of all beans of a factory, in bean order, each with the bean that is advised. For a
     * scoped object, that is the bean of the object itself, and not its proxy.
     */
    public static <A extends Annotation> void visitAdvised(
            ConfigurableListableBeanFactory beans, AnnotatedMethods<A> methods, Visitor<A> visitor) {
        visit(beans, methods, visitor, AnnotatedBeans::advisedType);
    }

    private static <A extends Annotation> void visit(
            ConfigurableListableBeanFactory beans,
            AnnotatedMethods<A> methods,
            Visitor<A> visitor,
            BiFunction<ConfigurableListableBeanFactory, String, @Nullable Class<?>> types) {
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = types.apply(beans, name);
            if (type != null) {
                methods.allOf(type).forEach((method, found) -> visitor.visit(name, type, method, found));
            }
        }
    }

    private static @Nullable Class<?> calledType(ConfigurableListableBeanFactory beans, String name) {
        Class<?> type = isScopedProxy(beans, name) ? null : targetClass(beans, name);
        return type == null || AopInfrastructureBean.class.isAssignableFrom(type)
                ? null
                : ClassUtils.getUserClass(type);
    }

    private static @Nullable Class<?> targetClass(ConfigurableListableBeanFactory beans, String name) {
        Object bean = singleton(beans, name);
        return bean != null && AopUtils.isAopProxy(bean)
                ? AopProxyUtils.ultimateTargetClass(bean)
                : AutoProxyUtils.determineTargetClass(beans, name);
    }

    /**
     * Returns the class of an advised bean; {@code null} for the proxy of a scoped object, because the bean behind the
     * proxy is advised instead.
     */
    public static @Nullable Class<?> advisedType(ConfigurableListableBeanFactory beans, String name) {
        return isScopedProxy(beans, name) ? null : AutoProxyUtils.determineTargetClass(beans, name);
    }

    // A scoped object has two beans: the object itself and its proxy.
    private static boolean isScopedProxy(ConfigurableListableBeanFactory beans, String name) {
        return !ScopedProxyUtils.isScopedTarget(name)
                && beans.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name));
    }

    /**
     * Returns the object of a bean; {@code null} before its creation, and for a factory bean, whose singleton is the
     * factory instead of its product.
     */
    public static @Nullable Object singleton(ConfigurableListableBeanFactory beans, String name) {
        return beans.isFactoryBean(name) ? null : beans.getSingleton(name);
    }

    /**
     * Receives each annotated method.
     *
     * @param <A> the annotation
     */
    @FunctionalInterface
    public interface Visitor<A extends Annotation> {

        /**
         * Visits an annotated method of a bean.
         *
         * @param type the class of the bean
         * @param method the method of that class
         */
        void visit(String bean, Class<?> type, Method method, A annotation);
    }
}
