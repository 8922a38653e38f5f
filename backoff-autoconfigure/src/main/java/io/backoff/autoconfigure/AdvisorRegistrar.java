package io.backoff.autoconfigure;

import java.util.List;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Sees to it that beans are proxied, and in which order.
 *
 * <p>Spring Boot registers a proxy creator for target classes, or with AspectJ, but none for interfaces alone; this one
 * leaves what is there as it is. Advisors of the same order apply in the order of their registration, and those that an
 * application enables itself come before any auto-configuration; the ones that must be further in are registered anew.
 */
public final class AdvisorRegistrar implements ImportBeanDefinitionRegistrar {

    private static final List<String> FURTHER_IN = List.of(
            "org.springframework.transaction.config.internalTransactionAdvisor",
            "org.springframework.cache.config.internalCacheAdvisor");

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        for (String name : FURTHER_IN) {
            if (registry.containsBeanDefinition(name)) {
                BeanDefinition advisor = registry.getBeanDefinition(name);
                registry.removeBeanDefinition(name);
                registry.registerBeanDefinition(name, advisor);
            }
        }
    }
}
