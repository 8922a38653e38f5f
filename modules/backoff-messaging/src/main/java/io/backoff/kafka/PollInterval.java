package io.backoff.kafka;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.messaging.GovernedListener;
import io.backoff.pace.Lane;
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
 * during the delay. So must the time in which the records of one poll are processed, unless they are a batch.
 *
 * @param records the maximum number of records in one poll
 */
record PollInterval(Duration longest, long records) {

    private static final Logger logger = SpringLogger.of(PollInterval.class);

    private static final LogMessage DELAY_EXCEEDS_POLL = LogMessage.warning(
            "Policy '%s' can delay a retry for %s, but the consumer of the listener '%s' leaves its group "
                    + "after %s without a poll ('max.poll.interval.ms'). Lower 'max-delay', or raise that interval");

    private static final LogMessage TURNS_EXCEED_POLL = LogMessage.warning(
            "At the lowest rate of policy '%s', the %s records of one poll ('max.poll.records') of the listener '%s' "
                    + "can take %s, but its consumer must poll every %s ('max.poll.interval.ms'). "
                    + "Lower 'max.poll.records' to %s, or raise that interval");

    private static final long DEFAULT_MILLIS = 300_000;
    static final int ATTEMPTS = 16;

    /** Returns the interval of the consumers of a container. */
    static PollInterval of(MessageListenerContainer container, KafkaListenerContainerFactory<?> factory) {
        Properties own = container.getContainerProperties().getKafkaConsumerProperties();
        long longest = number(own, factory, ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, DEFAULT_MILLIS);
        long records =
                number(own, factory, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, ConsumerConfig.DEFAULT_MAX_POLL_RECORDS);
        return new PollInterval(Duration.ofMillis(longest), records);
    }

    private static long number(
            Properties own, KafkaListenerContainerFactory<?> factory, String name, long defaultValue) {
        String setting = own.getProperty(name);
        Object known = setting != null ? setting : common(factory, name);
        try {
            return known == null ? defaultValue : Long.parseLong(known.toString());
        } catch (NumberFormatException invalid) {
            // Kafka itself reports the invalid value later.
            return defaultValue;
        }
    }

    private static @Nullable Object common(KafkaListenerContainerFactory<?> factory, String name) {
        ConsumerFactory<?, ?> consumers = factory instanceof AbstractKafkaListenerContainerFactory<?, ?, ?> known
                ? known.getConsumerFactory()
                : null;
        return consumers == null ? null : consumers.getConfigurationProperties().get(name);
    }

    /**
     * Warns if the policy has a pace, and if the records of one poll may wait for their turns for longer than the
     * interval. Other consumers under the policy would make these waits longer still.
     */
    void checkPace(GovernedListener listener) {
        BackoffPolicy policy = listener.currentPolicy();
        Duration turns = Duration.ofMillis((long) (records * 1_000 / Lane.SLOWEST));
        if (policy.enabled() && policy.lane().pace().isOn() && turns.compareTo(longest) > 0) {
            long fitting = Math.max(1, (long) (longest.toMillis() * Lane.SLOWEST / 1_000));
            TURNS_EXCEED_POLL
                    .with(
                            listener.policy(),
                            records,
                            listener.tag(),
                            DurationText.of(turns),
                            DurationText.of(longest),
                            fitting)
                    .log(logger);
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
