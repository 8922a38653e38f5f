package org.springframework.boot.rabbitmq.autoconfigure;

import org.springframework.amqp.rabbit.core.RabbitTemplate;

/** Stands in for the type of Spring Boot 4.2. In 4.1 it is in {@code org.springframework.boot.amqp.autoconfigure}. */
@FunctionalInterface
public interface RabbitTemplateCustomizer {

    void customize(RabbitTemplate template);
}
