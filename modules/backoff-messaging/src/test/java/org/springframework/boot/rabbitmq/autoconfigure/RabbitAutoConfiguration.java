package org.springframework.boot.rabbitmq.autoconfigure;

import org.springframework.amqp.core.AmqpAdmin;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.config.DirectRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.config.RetryInterceptorBuilder;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitOperations;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.retry.RetryTemplate;

/** Stands in for the auto-configuration of Spring Boot 4.2: creates the same beans, of fewer properties. */
@AutoConfiguration
@EnableRabbit
@Import(RabbitAutoConfiguration.RabbitTemplateConfiguration.class)
public final class RabbitAutoConfiguration {

    @Bean
    CachingConnectionFactory rabbitConnectionFactory(Environment environment) {
        return new CachingConnectionFactory(
                environment.getRequiredProperty("spring.rabbitmq.host"),
                environment.getRequiredProperty("spring.rabbitmq.port", int.class));
    }

    @Bean
    AmqpAdmin amqpAdmin(ConnectionFactory connections) {
        return new RabbitAdmin(connections);
    }

    @Bean
    DirectRabbitListenerContainerFactory rabbitListenerContainerFactory(
            ConnectionFactory connections, Environment environment) {
        DirectRabbitListenerContainerFactory factory = new DirectRabbitListenerContainerFactory();
        factory.setConnectionFactory(connections);
        if (environment.getProperty("spring.rabbitmq.listener.direct.retry.enabled", boolean.class, false)) {
            factory.setAdviceChain(RetryInterceptorBuilder.stateless().build());
        }
        return factory;
    }

    @Configuration(proxyBeanMethods = false)
    static class RabbitTemplateConfiguration {

        @Bean
        @ConditionalOnMissingBean(RabbitOperations.class)
        RabbitTemplate rabbitTemplate(
                ConnectionFactory connections,
                ObjectProvider<RabbitTemplateCustomizer> customizers,
                Environment environment) {
            RabbitTemplate template = new RabbitTemplate(connections);
            if (environment.getProperty("spring.rabbitmq.template.retry.enabled", boolean.class, false)) {
                template.setRetryTemplate(new RetryTemplate());
            }
            customizers.orderedStream().forEach(each -> each.customize(template));
            return template;
        }
    }
}
