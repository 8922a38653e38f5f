package io.backoff.kafka;

import io.backoff.config.NeedsLibrary;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Retries of messages from Kafka.
 *
 * @param listener Policy that governs the retries of messages to listeners.
 */
@ConfigurationProperties("backoff.kafka")
@NeedsLibrary(
        type = "org.springframework.kafka.config.KafkaListenerEndpointRegistry",
        dependency = "spring-boot-starter-kafka")
record KafkaProperties(@Nullable String listener) {}
