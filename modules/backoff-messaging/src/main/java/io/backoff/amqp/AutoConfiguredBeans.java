package io.backoff.amqp;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Recognizes beans of Spring Boot without using Spring Boot's types, because version 4.2 moves the types to another
 * package.
 */
record AutoConfiguredBeans(ConfigurableListableBeanFactory beans) {

    private static final String SPRING_BOOT = "org.springframework.boot.";

    /** Whether Spring Boot declares the bean of this name. */
    boolean containNamed(String name) {
        return beans.containsBeanDefinition(name)
                && beans.getMergedBeanDefinition(name) instanceof RootBeanDefinition definition
                && isOfSpringBoot(definition.getResolvedFactoryMethod());
    }

    /** Whether the object is a bean of Spring Boot. */
    boolean containBean(Object bean) {
        return Stream.of(beans.getBeanNamesForType(bean.getClass(), false, false))
                .anyMatch(name -> beans.getSingleton(name) == bean && containNamed(name));
    }

    private static boolean isOfSpringBoot(@Nullable Method factory) {
        return factory != null && factory.getDeclaringClass().getName().startsWith(SPRING_BOOT);
    }
}
