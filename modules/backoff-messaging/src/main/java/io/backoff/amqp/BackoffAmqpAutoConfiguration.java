package io.backoff.amqp;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.messaging.GovernedCalls;
import io.backoff.messaging.GovernedListeners;
import io.backoff.messaging.MessagingPolicies;
import io.backoff.messaging.ReplacedBeanClass;
import org.springframework.amqp.rabbit.config.RabbitListenerConfigUtils;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.amqp.rabbit.retry.MessageRecoverer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Governs the retries of RabbitMQ listeners and of the auto-configured template. */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
@ConditionalOnClass(RabbitListenerEndpointRegistry.class)
@EnableConfigurationProperties(AmqpProperties.class)
public final class BackoffAmqpAutoConfiguration {

    /** The method is static, because a bean factory post-processor is created before other beans. */
    @Bean
    static ReplacedBeanClass<RabbitListenerEndpointRegistry> backoffAmqpEndpointRegistry() {
        return new ReplacedBeanClass<>(
                RabbitListenerConfigUtils.RABBIT_LISTENER_ENDPOINT_REGISTRY_BEAN_NAME,
                RabbitListenerEndpointRegistry.class,
                AmqpEndpointRegistry.class);
    }

    @Bean
    GovernedListeners backoffAmqpGovernedListeners(AmqpProperties properties, MessagingPolicies policies) {
        return policies.listeners("backoff.amqp", "@RabbitListener", properties.listener(), properties.listeners());
    }

    @Bean
    AmqpListeners backoffAmqpListeners(
            @Qualifier("backoffAmqpGovernedListeners") GovernedListeners listeners,
            AmqpProperties properties,
            ObjectProvider<MessageRecoverer> recoverers,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        Recovery recovery = new Recovery(recoverers::getIfUnique, new DeadLetterQueues(beans), properties.drop());
        return new AmqpListeners(listeners, recovery, beans, environment);
    }

    @Bean
    GovernedCalls backoffAmqpTemplateCalls(AmqpProperties properties, MessagingPolicies policies) {
        return policies.calls("backoff.amqp.template", "auto-configured RabbitTemplate", properties.template());
    }

    /** The method is static, because a bean post-processor is created before other beans. */
    @Bean
    static GovernedTemplate backoffAmqpTemplate(
            @Qualifier("backoffAmqpTemplateCalls") ObjectProvider<GovernedCalls> calls,
            ConfigurableListableBeanFactory beans) {
        return new GovernedTemplate(calls::getObject, beans);
    }
}
