package io.backoff.kafka;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Retries of messages from Kafka.
 *
 * @param listener Policy that governs the retries of messages to listeners.
 */
@ConfigurationProperties("backoff.kafka")
record KafkaProperties(@Nullable String listener) {}
