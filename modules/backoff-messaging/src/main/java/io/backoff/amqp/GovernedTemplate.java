package io.backoff.amqp;

import io.backoff.messaging.GovernedCalls;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.PriorityOrdered;

/**
 * Lets the policy govern the {@code RabbitTemplate} that Spring Boot creates, after all customizers. Names no type of
 * Spring Boot, since Spring Boot 4.2 moves them to another package.
 */
record GovernedTemplate(Supplier<GovernedCalls> calls, ConfigurableListableBeanFactory beans)
        implements BeanPostProcessor, PriorityOrdered {

    private static final String SPRING_BOOT = "org.springframework.boot.";

    /** Comes before the application's post-processors, so these can still replace the retries. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof RabbitTemplate template && isAutoConfigured(name)) {
            govern(template, name);
        }
        return bean;
    }

    /** Whether the method that created the bean belongs to Spring Boot. */
    private boolean isAutoConfigured(String name) {
        return beans.containsBeanDefinition(name)
                && beans.getMergedBeanDefinition(name) instanceof RootBeanDefinition definition
                && isOfSpringBoot(definition.getResolvedFactoryMethod());
    }

    private static boolean isOfSpringBoot(@Nullable Method factory) {
        return factory != null && factory.getDeclaringClass().getName().startsWith(SPRING_BOOT);
    }

    private void govern(RabbitTemplate template, String name) {
        GovernedCalls known = calls.get();
        if (known.areGoverned()) {
            template.setRetryTemplate(new TemplateRetries(known.add(name, name)));
        }
    }
}
