package io.backoff.kafka;

import io.backoff.config.NeedsLibrary;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Retries of messages from Kafka.
 *
 * @param listener Policy that governs the retries of messages to listeners. Each listener has a budget of its own,
 *     unless the configuration names the budget of the policy.
 * @param listeners Policies of single listeners, by their id or by a topic that they receive from.
 * @param drop Whether to skip records that are given up and that nothing recovers. Otherwise they are delivered again
 *     after the longest delay of the policy, and later records of their partitions wait.
 */
@ConfigurationProperties("backoff.kafka")
@NeedsLibrary(
        type = "org.springframework.kafka.config.KafkaListenerEndpointRegistry",
        dependency = "spring-boot-starter-kafka")
record KafkaProperties(
        @Nullable String listener,
        @DefaultValue Map<String, String> listeners,
        @DefaultValue("false") boolean drop) {}
