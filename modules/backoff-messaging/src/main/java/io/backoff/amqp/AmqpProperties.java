package io.backoff.amqp;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Retries of messages from and to RabbitMQ.
 *
 * @param listener Policy that governs the retries of messages to listeners.
 * @param template Policy that governs the retries of the auto-configured RabbitTemplate.
 */
@ConfigurationProperties("backoff.amqp")
record AmqpProperties(@Nullable String listener, @Nullable String template) {}
