package io.backoff.amqp;

import io.backoff.config.NeedsLibrary;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The policies of RabbitMQ listeners and of the RabbitTemplate.
 *
 * @param listener Policy for the retries of listeners. Each listener has its own budget, unless the policy names a budget.
 * @param listeners Policies of single listeners, by listener id or queue.
 * @param template Policy for the retries of the auto-configured RabbitTemplate.
 * @param drop Whether a failed message is rejected even if its queue has no known dead-letter exchange. The broker then dead-letters the message if a broker policy says so, and drops it otherwise. By default, the message returns to its queue after the longest delay of the policy.
 */
@ConfigurationProperties("backoff.amqp")
@NeedsLibrary(
        type = "org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry",
        dependency = "spring-boot-starter-rabbitmq (spring-boot-starter-amqp in Spring Boot 4.1)")
record AmqpProperties(
        @Nullable String listener,
        @DefaultValue Map<String, String> listeners,
        @Nullable String template,
        boolean drop) {}
