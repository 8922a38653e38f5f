package io.backoff.amqp;

import io.backoff.messaging.GovernedCalls;
import java.util.function.Supplier;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.PriorityOrdered;

/** Applies the policy to Spring Boot's {@code RabbitTemplate}, after all customizers. */
record GovernedTemplate(Supplier<GovernedCalls> calls, ConfigurableListableBeanFactory beans)
        implements BeanPostProcessor, PriorityOrdered {

    /** Runs before the application's post-processors, so that they can still replace the retries. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof RabbitTemplate template && new AutoConfiguredBeans(beans).containNamed(name)) {
            govern(template, name);
        }
        return bean;
    }

    private void govern(RabbitTemplate template, String name) {
        GovernedCalls known = calls.get();
        if (known.areGoverned()) {
            template.setRetryTemplate(new TemplateRetries(known.add(name, name)));
        }
    }
}
