package io.backoff.idempotency;

import io.backoff.Idempotent;
import io.backoff.aop.InterfaceMethods;
import io.backoff.aop.ReadyMadeBeans;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Looks at the annotated methods of all beans once they exist, and refuses what could not be idempotent: nothing is left
 * for the first call to find out. Opens the store, if there is such a method.
 */
final class IdempotentInspection implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final IdempotentInvoker invoker;
    private final ReadyMadeBeans readyMade;
    private final Map<String, Method> named = new HashMap<>();

    IdempotentInspection(ConfigurableListableBeanFactory beans, IdempotentInvoker invoker, ReadyMadeBeans readyMade) {
        this.beans = beans;
        this.invoker = invoker;
        this.readyMade = readyMade;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = isScopedProxy(name) ? null : AutoProxyUtils.determineTargetClass(beans, name);
            if (type != null && IdempotentMethods.isCandidate(type)) {
                // Of a factory, the singleton is the factory and not what it makes.
                Object bean = beans.isFactoryBean(name) ? null : beans.getSingleton(name);
                IdempotentMethods.allOf(type)
                        .forEach((method, annotation) -> inspect(name, bean, type, method, annotation));
            }
        }
    }

    // The proxy only finds the object of the scope; the bean behind it is the one that is intercepted.
    private boolean isScopedProxy(String name) {
        return !ScopedProxyUtils.isScopedTarget(name)
                && beans.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name));
    }

    private void inspect(String name, @Nullable Object bean, Class<?> type, Method method, Idempotent annotation) {
        checkModifiers(method, bean);
        if (bean != null && isOwn(name, bean, type)) {
            checkProxied(name, bean, type, method);
        }
        Class<?> userClass = ClassUtils.getUserClass(type);
        IdempotentMethod idempotent = invoker.find(method, userClass);
        if (idempotent != null && annotation.value().isBlank()) {
            checkName(idempotent);
        }
    }

    // A mock that a test puts in the place of the bean is none of our business, nor is what somebody else has wrapped.
    private boolean isOwn(String name, Object bean, Class<?> type) {
        return !readyMade.contains(name) && (bean instanceof Advised || bean.getClass() == type);
    }

    private void checkName(IdempotentMethod method) {
        Method other = named.putIfAbsent(method.operation(), method.method());
        if (other != null && !other.equals(method.method())) {
            throw new InvalidIdempotentException(
                    method.method(),
                    "its operation would be called '" + method.operation() + "', like that of "
                            + ClassUtils.getQualifiedMethodName(other) + ", so that they would share keys",
                    "Name one of them, as in @Idempotent(\"refund\").");
        }
    }

    private static void checkModifiers(Method method, @Nullable Object bean) {
        int modifiers = method.getModifiers();
        String modifier = Modifier.isPrivate(modifiers)
                ? "private"
                : Modifier.isStatic(modifiers) ? "static" : Modifier.isFinal(modifiers) ? "final" : null;
        boolean reachable = modifier == null || "final".equals(modifier) && AopUtils.isJdkDynamicProxy(bean);
        if (!reachable) {
            throw new InvalidIdempotentException(
                    method,
                    "the method is " + modifier + ", so a proxy cannot intercept it",
                    ("private".equals(modifier) ? "Make it public" : "Remove '" + modifier + "'")
                            + ", or move the annotation to a method that a proxy can intercept.");
        }
    }

    private static void checkProxied(String name, Object bean, Class<?> type, Method method) {
        boolean advised = bean instanceof Advised proxy
                && Stream.of(proxy.getAdvisors()).anyMatch(IdempotentAdvisor.class::isInstance);
        if (!advised) {
            throw new InvalidIdempotentException(
                    method,
                    "the bean '" + name + "' is not proxied, so the annotation would do nothing",
                    "Let the container create the bean after its post-processors: do not inject it into a "
                            + "BeanPostProcessor, and do not make it an infrastructure bean.");
        }
        if (AopUtils.isJdkDynamicProxy(bean) && !isOnInterface(bean, type, method)) {
            throw new InvalidIdempotentException(
                    method,
                    "the bean '" + name + "' is proxied by interface, and no interface of it declares the method",
                    "Declare the method in an interface of the bean, or set spring.aop.proxy-target-class=true.");
        }
    }

    private static boolean isOnInterface(Object bean, Class<?> type, Method method) {
        return Stream.of(bean.getClass().getInterfaces())
                .anyMatch(each -> InterfaceMethods.implementedBy(method, type, each) != null);
    }
}
