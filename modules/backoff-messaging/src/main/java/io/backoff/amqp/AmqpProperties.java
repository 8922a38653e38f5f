package io.backoff.amqp;

import io.backoff.config.NeedsLibrary;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Retries of messages from and to RabbitMQ.
 *
 * @param listener Policy that governs the retries of messages to listeners. Each listener has a budget of its own,
 *     unless the configuration names the budget of the policy.
 * @param listeners Policies of single listeners, by their id or by a queue that they receive from.
 * @param template Policy that governs the retries of the auto-configured RabbitTemplate.
 * @param drop Whether a message that is given up is rejected without requeue although its queue is not known to have a
 *     dead-letter exchange. The broker dead-letters the message if a policy of the broker says so, and otherwise drops
 *     it. By default, the message goes back to its queue after the longest delay of the policy.
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
