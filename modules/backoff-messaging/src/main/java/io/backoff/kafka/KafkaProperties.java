package io.backoff.kafka;

import io.backoff.config.NeedsLibrary;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The policies of Kafka listeners.
 *
 * @param listener Policy for the retries of listeners. Each listener has its own budget, unless the policy names a budget.
 * @param listeners Policies of single listeners, by listener id or topic.
 * @param drop Whether failed records are skipped if there is no recoverer. By default, they are redelivered after the longest delay of the policy, and later records of their partitions wait.
 */
@ConfigurationProperties("backoff.kafka")
@NeedsLibrary(
        type = "org.springframework.kafka.config.KafkaListenerEndpointRegistry",
        dependency = "spring-boot-starter-kafka")
record KafkaProperties(
        @Nullable String listener,
        @DefaultValue Map<String, String> listeners,
        @DefaultValue("false") boolean drop) {}
