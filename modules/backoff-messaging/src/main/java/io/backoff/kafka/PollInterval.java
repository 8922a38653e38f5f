package io.backoff.kafka;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.messaging.GovernedListener;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.ScheduledDelay;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.config.AbstractKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * The maximum poll interval of a consumer. A delay before a retry must be shorter, because the consumer does not poll
 * during the delay.
 */
record PollInterval(Duration longest) {

    private static final Logger logger = SpringLogger.of(PollInterval.class);

    private static final LogMessage DELAY_EXCEEDS_POLL = LogMessage.warning(
            "Policy '%s' can delay a retry for %s, but the consumer of the listener '%s' leaves its group "
                    + "after %s without a poll ('max.poll.interval.ms'). Lower 'max-delay', or raise that interval");

    private static final Duration DEFAULT = Duration.ofMinutes(5);
    static final int ATTEMPTS = 16;

    /** Returns the interval of the consumers of a container. */
    static PollInterval of(MessageListenerContainer container, KafkaListenerContainerFactory<?> factory) {
        Properties own = container.getContainerProperties().getKafkaConsumerProperties();
        String setting = own.getProperty(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        return new PollInterval(duration(setting != null ? setting : common(factory)));
    }

    private static @Nullable Object common(KafkaListenerContainerFactory<?> factory) {
        ConsumerFactory<?, ?> consumers = factory instanceof AbstractKafkaListenerContainerFactory<?, ?, ?> known
                ? known.getConsumerFactory()
                : null;
        return consumers == null
                ? null
                : consumers.getConfigurationProperties().get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
    }

    private static Duration duration(@Nullable Object setting) {
        try {
            return setting == null ? DEFAULT : Duration.ofMillis(Long.parseLong(setting.toString()));
        } catch (NumberFormatException invalid) {
            // Kafka itself reports the invalid value later.
            return DEFAULT;
        }
    }

    /** Warns if a delay exceeds the interval. */
    void check(GovernedListener listener, Duration delay) {
        if (delay.compareTo(longest) >= 0) {
            DELAY_EXCEEDS_POLL
                    .with(listener.policy(), DurationText.of(delay), listener.tag(), DurationText.of(longest))
                    .log(logger);
        }
    }

    /** Returns the longest delay between attempts under the policy. */
    static Duration longestDelay(BackoffPolicy policy) {
        return longestDelay(
                policy, Math.min(ATTEMPTS, policy.limits().attempts().orElse(ATTEMPTS)));
    }

    /** Returns the longest of the delays between that many attempts. */
    static Duration longestDelay(BackoffPolicy policy, int attempts) {
        Duration longest = policy.schedule(attempts).stream()
                .map(ScheduledDelay::max)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        Duration bound = policy.limits().maxElapsed();
        return bound.isZero() || longest.compareTo(bound) < 0 ? longest : bound;
    }
}
