package io.backoff.kafka;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.messaging.GovernedListener;
import io.backoff.policy.BackoffPolicy;
import io.backoff.text.CauseChain;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.DefaultErrorHandler;

/**
 * Handles records that have failed for good and have no recoverer. Each stays in its topic, and is redelivered as a new
 * call after the longest delay of the policy.
 */
final class ReturnedRecords {

    private static final Logger logger = SpringLogger.of(ReturnedRecords.class);

    private static final LogMessage RECORD_RETURNED = LogMessage.warning(
            "The listener '%s' gives up on a record of the topic '%s' that nothing recovers. It is delivered "
                    + "again after %s, and later records of its partition wait. Add a recoverer, such as a "
                    + "DeadLetterPublishingRecoverer, or set 'backoff.kafka.drop: true' to skip such records");

    // The minimum delay, so that the consumer does not loop on the record.
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final List<Class<? extends Throwable>> FATAL = DefaultErrorHandler.defaultFatalExceptionsList();

    private final GovernedListener listener;
    private final LogLimit once = LogLimit.once();

    ReturnedRecords(GovernedListener listener) {
        this.listener = listener;
    }

    /** Returns the time until the redelivery of the record. Warns on the first record of each topic. */
    Duration delay(ConsumerRecord<?, ?> record) {
        Duration delay = delay(listener.currentPolicy());
        if (once.isFirst(record.topic())) {
            RECORD_RETURNED
                    .with(listener.tag(), record.topic(), DurationText.of(delay))
                    .log(logger);
        }
        return delay;
    }

    /** Returns the time until the redelivery of a record that nothing has recovered. */
    static Duration delay(BackoffPolicy policy) {
        Duration longest = PollInterval.longestDelay(policy, PollInterval.ATTEMPTS);
        return longest.compareTo(SHORTEST) < 0 ? SHORTEST : longest;
    }

    /** Whether the error handler considers the failure fatal, for example because the record is unreadable. */
    static boolean isFatal(Throwable failure) {
        return CauseChain.any(failure, cause -> FATAL.stream().anyMatch(type -> type.isInstance(cause)));
    }
}
