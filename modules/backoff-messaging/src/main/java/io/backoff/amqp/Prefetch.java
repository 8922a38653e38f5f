package io.backoff.amqp;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.messaging.GovernedListener;
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
     */
    void check(GovernedListener listener) {
        Duration longest = Recovery.longestDelay(listener.currentPolicy());
        if (messages == 0 || longest.multipliedBy(messages).compareTo(CONSUMER_TIMEOUT) >= 0) {
            DELAYS_EXCEED_TIMEOUT
                    .with(
                            listener.tag(),
                            messages == 0 ? "any number of" : messages,
                            listener.policy(),
                            DurationText.of(longest),
                            property)
                    .log(logger);
        }
    }
}
