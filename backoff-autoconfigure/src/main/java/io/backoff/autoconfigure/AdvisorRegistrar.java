package io.backoff.autoconfigure;

import java.util.List;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers a proxy creator, and puts advisors in order.
 *
 * <p>Spring Boot registers a proxy creator for class proxies or AspectJ, but none for interface proxies alone. An
 * existing proxy creator is kept. Advisors of the same order apply in registration order. The application may have
 * registered transaction and cache advisors before any auto-configuration, so this class registers them again, to make
 * them apply inside our advisor.
 */
public final class AdvisorRegistrar implements ImportBeanDefinitionRegistrar {

    private static final List<String> INNER = List.of(
            "org.springframework.transaction.config.internalTransactionAdvisor",
            "org.springframework.cache.config.internalCacheAdvisor");

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        for (String name : INNER) {
            if (registry.containsBeanDefinition(name)) {
                BeanDefinition advisor = registry.getBeanDefinition(name);
                registry.removeBeanDefinition(name);
                registry.registerBeanDefinition(name, advisor);
            }
        }
    }
}
