package io.backoff.messaging;

import io.backoff.message.LogMessage;
import java.lang.System.Logger.Level;

/** Messages about listeners and templates of message brokers. */
public enum MessagingMessage implements LogMessage {
    GOVERNS_NOTHING("'%s' is set, but the application has no %s that it could govern"),
    NO_SUCH_LISTENER("'%s' names a policy for '%s' (%s), but no listener has this id, and none receives from it%s"),
    NO_DEAD_LETTERS(
            "The queue '%s' of the listener '%s' is not known to have a dead-letter exchange, so a message that is "
                    + "given up goes back to it after a delay. Declare the exchange with the queue, define a MessageRecoverer, "
                    + "or set 'backoff.amqp.drop' to true to have such messages rejected"),
    GIVEN_BACK(
            "A message that policy '%s' has given up goes back to the queue '%s' after %s, as do the next ones: neither "
                    + "a dead-letter exchange nor a MessageRecoverer is known"),
    DELAYS_EXCEED_TIMEOUT("The consumer of the listener '%s' prefetches %s messages, and policy '%s' lets each that is "
            + "given up wait for %s: in an outage the last one exceeds the broker's default consumer_timeout, 30 min, so the "
            + "broker closes the channel. Lower '%s' or 'max-delay', or declare a dead-letter exchange with the queue"),
    NOT_GOVERNED("'%s' does not govern the listener '%s': %s"),
    DELAY_EXCEEDS_POLL("Policy '%s' can delay a retry for %s, but the consumer of the listener '%s' leaves its group "
            + "after %s without a poll ('max.poll.interval.ms'). Lower 'max-delay', or raise that interval"),
    RECOVERED_WITHOUT_POLICY("The error handler of the listener '%s' gives up on a message without asking policy "
            + "'%s': it classifies the failure as fatal, or its own BackOff allows no retry"),
    DROP_WITHOUT_EFFECT("'backoff.kafka.drop' has no effect on the listener '%s': the DefaultErrorHandler of the "
            + "application decides what becomes of a record that is given up"),
    RECORD_RETURNED("The listener '%s' gives up on a record of the topic '%s' that nothing recovers. It is delivered "
            + "again after %s, and later records of its partition wait. Add a recoverer, such as a "
            + "DeadLetterPublishingRecoverer, or set 'backoff.kafka.drop: true' to skip such records");

    private final String template;

    MessagingMessage(String template) {
        this.template = template;
    }

    @Override
    public Level level() {
        return Level.WARNING;
    }

    @Override
    public String template() {
        return template;
    }
}
