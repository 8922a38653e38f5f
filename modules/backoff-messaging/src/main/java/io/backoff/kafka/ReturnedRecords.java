package io.backoff.kafka;

import io.backoff.logging.SpringLogger;
import io.backoff.messaging.GovernedListener;
import io.backoff.messaging.MessagingMessage;
import io.backoff.policy.BackoffPolicy;
import io.backoff.text.CauseChain;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.DefaultErrorHandler;

/**
 * The records that a listener gives up and that nothing recovers. They stay in their topics: each is delivered again, as
 * a new call, after the longest delay of the policy.
 */
final class ReturnedRecords {

    private static final Logger logger = SpringLogger.of(ReturnedRecords.class);
    // Without delays, the consumer would do nothing else.
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final List<Class<? extends Throwable>> FATAL = DefaultErrorHandler.defaultFatalExceptionsList();

    private final GovernedListener listener;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    ReturnedRecords(GovernedListener listener) {
        this.listener = listener;
    }

    /** The time until the record is delivered again. Warns once per topic. */
    Duration delay(ConsumerRecord<?, ?> record) {
        Duration delay = delay(listener.currentPolicy());
        if (warned.add(record.topic())) {
            MessagingMessage.RECORD_RETURNED
                    .with(listener.tag(), record.topic(), DurationText.of(delay))
                    .log(logger);
        }
        return delay;
    }

    /** The time until a record that is given up, but not recovered, is delivered again. */
    static Duration delay(BackoffPolicy policy) {
        Duration longest = PollInterval.longestDelay(policy, PollInterval.ATTEMPTS);
        return longest.compareTo(SHORTEST) < 0 ? SHORTEST : longest;
    }

    /** Whether the error handler would not retry the failure, such as that of a record that cannot be read. */
    static boolean isFatal(Throwable failure) {
        return CauseChain.any(failure, each -> FATAL.stream().anyMatch(type -> type.isInstance(each)));
    }
}
