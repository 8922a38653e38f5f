package io.backoff.aop;

import io.backoff.method.InvalidBackoffException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/** Rejects annotated final classes that a proxy would have to extend, before the container tries to extend them. */
public final class FinalClasses implements BeanPostProcessor, BeanFactoryAware {

    private @Nullable BeanFactory beans;

    @Override
    public void setBeanFactory(BeanFactory factory) {
        beans = factory;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        Class<?> type = bean.getClass();
        if (cannotBeProxied(type, name)) {
            for (Method method : BackoffAnnotations.METHODS.allOf(type).keySet()) {
                throw finalClass(method);
            }
        }
        return bean;
    }

    private boolean cannotBeProxied(Class<?> type, String name) {
        return Modifier.isFinal(type.getModifiers())
                && !isProxiedByInterface(type)
                && BackoffAnnotations.METHODS.isCandidate(type)
                && isExtended(type, name);
    }

    private static InvalidBackoffException finalClass(Method method) {
        return new InvalidBackoffException(
                method,
                "the class is final, so a proxy cannot extend it",
                opening(method.getDeclaringClass())
                        + ", or let the class implement an interface that declares the method, and set "
                        + "spring.aop.proxy-target-class=false.");
    }

    // The source of a final class in Kotlin does not contain the word 'final'.
    private static String opening(Class<?> type) {
        return KotlinDetector.isKotlinType(type)
                ? "Use the Kotlin compiler plug-in 'spring', declare the class and the method 'open'"
                : "Remove 'final'";
    }

    // Spring always proxies JDK proxies and lambdas by interface, whatever the configuration.
    private static boolean isProxiedByInterface(Class<?> type) {
        return Proxy.isProxyClass(type) || ClassUtils.isLambdaClass(type);
    }

    private boolean isExtended(Class<?> type, String name) {
        return ClassUtils.getAllInterfacesForClass(type).length == 0 || isAlways() && !exposesInterfaces(name);
    }

    private boolean isAlways() {
        String creator = AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME;
        return beans != null
                && beans.containsBean(creator)
                && beans.getBean(creator) instanceof ProxyConfig config
                && config.isProxyTargetClass();
    }

    /** Whether {@code @Proxyable} asks for a proxy by interface. */
    private boolean exposesInterfaces(String name) {
        return beans instanceof ConfigurableListableBeanFactory definitions
                && definitions.containsBeanDefinition(name)
                && definitions.getBeanDefinition(name).hasAttribute(AutoProxyUtils.EXPOSED_INTERFACES_ATTRIBUTE);
    }
}
