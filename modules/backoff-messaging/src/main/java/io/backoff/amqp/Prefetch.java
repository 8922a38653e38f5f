package io.backoff.amqp;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.messaging.GovernedListener;
import io.backoff.policy.BackoffPolicy;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.core.env.Environment;

/**
 * The maximum number of unacknowledged messages of a consumer, as set by Spring Boot. The broker closes the channel if
 * a message waits too long behind others.
 *
 * @param property name of the property that sets the maximum
 * @param messages the maximum; 0 for unlimited
 */
record Prefetch(String property, int messages) {

    private static final Logger logger = SpringLogger.of(Prefetch.class);

    private static final LogMessage DELAYS_EXCEED_TIMEOUT = LogMessage.warning(
            "The consumer of the listener '%s' prefetches %s messages, and policy '%s' delays the requeue "
                    + "of each failed message by %s: in an outage, the last message waits longer than the broker's "
                    + "default consumer_timeout, 30 min, so the broker closes the channel. Lower '%s' or 'max-delay', "
                    + "or declare a dead-letter exchange with the queue");

    private static final LogMessage LATE_TURNS_EXCEED_TIMEOUT = LogMessage.warning(
            "The consumer of the listener '%s' prefetches %s messages, and policy '%s' delays the requeue "
                    + "of each message whose first turn comes too late by %s: while the callee throttles, the last "
                    + "message can wait longer than the broker's default consumer_timeout, 30 min, so the broker "
                    + "closes the channel. Lower '%s' or 'max-delay'");

    // RabbitMQ's default for consumer_timeout, which clients cannot query.
    private static final Duration CONSUMER_TIMEOUT = Duration.ofMinutes(30);

    static Prefetch of(AbstractMessageListenerContainer container, Environment environment) {
        String type = container instanceof SimpleMessageListenerContainer ? "simple" : "direct";
        String property = "spring.rabbitmq.listener." + type + ".prefetch";
        return new Prefetch(
                property,
                environment.getProperty(
                        property, Integer.class, AbstractMessageListenerContainer.DEFAULT_PREFETCH_COUNT));
    }

    /**
     * Warns if the broker's timeout may expire while the prefetched messages are requeued one by one, each after a
     * delay.
     *
     * @param returns whether messages that are given up are requeued; otherwise, only those are that had no attempt
     */
    void check(GovernedListener listener, boolean returns) {
        BackoffPolicy policy = listener.currentPolicy();
        if (!returns && !canBeLate(policy)) {
            return;
        }
        Duration longest = Recovery.longestDelay(policy);
        if (messages == 0 || longest.multipliedBy(messages).compareTo(CONSUMER_TIMEOUT) >= 0) {
            (returns ? DELAYS_EXCEED_TIMEOUT : LATE_TURNS_EXCEED_TIMEOUT)
                    .with(
                            listener.tag(),
                            messages == 0 ? "any number of" : messages,
                            listener.policy(),
                            DurationText.of(longest),
                            property)
                    .log(logger);
        }
    }

    // Whether the first turn of a message may come too late.
    private static boolean canBeLate(BackoffPolicy policy) {
        return policy.enabled()
                && policy.lane().pace().isOn()
                && !policy.limits().maxElapsed().isZero();
    }
}
