package io.backoff.amqp;

import io.backoff.config.NeedsLibrary;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Retries of messages from and to RabbitMQ.
 *
 * @param listener Policy that governs the retries of messages to listeners.
 * @param template Policy that governs the retries of the auto-configured RabbitTemplate.
 */
@ConfigurationProperties("backoff.amqp")
@NeedsLibrary(
        type = "org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry",
        dependency = "spring-boot-starter-rabbitmq (spring-boot-starter-amqp in Spring Boot 4.1)")
record AmqpProperties(@Nullable String listener, @Nullable String template) {}
