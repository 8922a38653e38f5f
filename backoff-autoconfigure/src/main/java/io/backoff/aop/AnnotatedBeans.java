package io.backoff.aop;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/** Finds the methods of beans that have an annotation, themselves or by what they override. Makes no beans. */
public final class AnnotatedBeans {

    private AnnotatedBeans() {}

    /** Looks at all beans of a factory, in their order. */
    public static <A extends Annotation> void visit(
            ConfigurableListableBeanFactory beans, Class<A> annotation, Visitor<A> visitor) {
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = isBehindScopedProxy(name) ? null : targetClass(beans, name);
            if (type != null && AnnotationUtils.isCandidateClass(type, annotation)) {
                methods(type, annotation).forEach((method, found) -> visitor.visit(name, type, method, found));
            }
        }
    }

    /** The annotated methods of a class. */
    public static <A extends Annotation> Map<Method, A> methods(Class<?> type, Class<A> annotation) {
        return MethodIntrospector.selectMethods(
                type, (Method method) -> AnnotatedElementUtils.findMergedAnnotation(method, annotation));
    }

    /** Of the two beans of a scoped object, the proxy is the one to call: it is always there. */
    private static boolean isBehindScopedProxy(String name) {
        return ScopedProxyUtils.isScopedTarget(name);
    }

    private static @Nullable Class<?> targetClass(ConfigurableListableBeanFactory beans, String name) {
        // Of a factory, the singleton is the factory and not what it makes.
        Object bean = beans.isFactoryBean(name) ? null : beans.getSingleton(name);
        Class<?> type = bean != null && AopUtils.isAopProxy(bean)
                ? AopProxyUtils.ultimateTargetClass(bean)
                : AutoProxyUtils.determineTargetClass(beans, name);
        if (type == null || AopInfrastructureBean.class.isAssignableFrom(type)) {
            return null;
        }
        return ClassUtils.getUserClass(type);
    }

    /**
     * Is told of each method.
     *
     * @param <A> the annotation
     */
    @FunctionalInterface
    public interface Visitor<A extends Annotation> {

        /**
         * A bean has an annotated method.
         *
         * @param type the class of the bean, without proxies
         * @param method the method of that class
         */
        void visit(String bean, Class<?> type, Method method, A annotation);
    }
}
