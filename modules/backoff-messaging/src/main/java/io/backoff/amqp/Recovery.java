package io.backoff.amqp;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.ScheduledDelay;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.listener.ListenerExecutionFailedException;
import org.springframework.amqp.rabbit.retry.MessageBatchRecoverer;
import org.springframework.amqp.rabbit.retry.MessageRecoverer;
import org.springframework.amqp.rabbit.retry.RejectAndDontRequeueRecoverer;

/**
 * Recovers a message after its last failed attempt. The application's recoverer handles it. Without a recoverer, the
 * message is rejected if its queue is known to have a dead-letter exchange or {@code backoff.amqp.drop} is set, and
 * otherwise requeued. A message that had no attempt is not given up: it is requeued.
 */
final class Recovery {

    private static final Logger logger = SpringLogger.of(Recovery.class);

    private static final LogMessage NO_DEAD_LETTERS = LogMessage.warning(
            "The queue '%s' of the listener '%s' is not known to have a dead-letter exchange, so a message that is "
                    + "given up goes back to the queue after a delay. Declare the exchange with the queue, define a "
                    + "MessageRecoverer, or set 'backoff.amqp.drop' to true to have such messages rejected");
    private static final LogMessage GIVEN_BACK = LogMessage.warning(
            "Policy '%s' has given up on a message, which goes back to the queue '%s' after %s, as will later ones: "
                    + "neither a dead-letter exchange nor a MessageRecoverer is known");

    private static final String GIVEN_UP = "The message is given up, and nothing recovers it";
    private static final String NOT_BEGUN = "The message has not been delivered to its listener yet";
    private static final MessageRecoverer REJECTION = new RejectAndDontRequeueRecoverer();
    private static final int LONGEST_LIST = 100;
    // The minimum delay before a requeue, so that the same message is not redelivered in a tight loop.
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Supplier<@Nullable MessageRecoverer> recoverer;
    private final DeadLetterQueues letters;
    private final boolean drop;
    private final LogLimit once = LogLimit.once();

    /**
     * Creates the recovery of an application.
     *
     * @param recoverer supplies the recoverer of the application, if it has one
     * @param drop whether to reject messages whose queue has no known dead-letter exchange
     */
    Recovery(Supplier<@Nullable MessageRecoverer> recoverer, DeadLetterQueues letters, boolean drop) {
        this.recoverer = recoverer;
        this.letters = letters;
        this.drop = drop;
    }

    /**
     * Warns about queues without a destination for failed messages.
     *
     * @return whether there are such queues
     */
    boolean check(Collection<String> queues, String listener, AcknowledgeMode mode) {
        if (recoverer.get() != null || mode.isAutoAck()) {
            return false;
        }
        List<String> returning =
                queues.stream().filter(queue -> !isRejected(queue)).toList();
        returning.forEach(queue -> NO_DEAD_LETTERS.with(queue, listener).log(logger));
        return !returning.isEmpty();
    }

    private boolean isRejected(String queue) {
        return drop || letters.areKept(queue);
    }

    /**
     * Recovers a delivery. If this method returns normally, the messages have been recovered, and either have been
     * acknowledged or will be acknowledged by the container.
     */
    @Nullable
    Object recover(MessageDelivery delivery, Throwable failure) throws Throwable {
        if (FailureKinds.isForContainer(failure)) {
            throw failure;
        }
        MessageRecoverer own = recoverer.get();
        if (own != null) {
            recoverBy(own, delivery, failure);
            delivery.acknowledge();
        } else if (delivery.acknowledgeMode().isAutoAck()
                || FailureKinds.isRejection(failure)
                || delivery.queues().allMatch(this::isRejected)) {
            recoverAll(REJECTION, delivery, failure);
        } else {
            giveBack(delivery, failure);
        }
        return null;
    }

    /**
     * Runs the recoverer. If the recoverer fails, waits before requeuing the messages, so that the broker does not
     * redeliver in a tight loop.
     */
    private static void recoverBy(MessageRecoverer own, MessageDelivery delivery, Throwable failure) {
        try {
            recoverAll(own, delivery, failure);
        } catch (RuntimeException broken) {
            boolean decided = FailureKinds.isForContainer(broken) || FailureKinds.isRejection(broken);
            throw decided || delivery.acknowledgeMode().isAutoAck()
                    ? broken
                    : afterLongestDelay(delivery, GIVEN_UP, broken);
        }
    }

    private static void recoverAll(MessageRecoverer recoverer, MessageDelivery delivery, Throwable failure) {
        List<Message> messages = delivery.messages();
        if (delivery.isBatch() && recoverer instanceof MessageBatchRecoverer ofBatches) {
            ofBatches.recover(messages, failure);
        } else {
            messages.forEach(message -> recoverer.recover(message, failure));
        }
    }

    private void giveBack(MessageDelivery delivery, Throwable failure) {
        BackoffPolicy policy = delivery.policy();
        delivery.queues()
                .filter(queue -> !isRejected(queue) && once.isFirst(queue))
                .forEach(queue -> GIVEN_BACK
                        .with(policy.name(), queue, DurationText.of(longestDelay(policy)))
                        .log(logger));
        throw afterLongestDelay(delivery, GIVEN_UP, failure);
    }

    /**
     * Requeues a message whose call has ended before its first attempt. If nothing acknowledges the message, it cannot
     * be requeued, and is recovered instead.
     */
    @Nullable
    Object postpone(MessageDelivery delivery, Throwable failure) throws Throwable {
        if (delivery.acknowledgeMode().isAutoAck()) {
            return recover(delivery, failure);
        }
        throw afterLongestDelay(delivery, NOT_BEGUN, failure);
    }

    private static RuntimeException afterLongestDelay(MessageDelivery delivery, String reason, Throwable failure) {
        try {
            delivery.pause(longestDelay(delivery.policy()));
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
        return requeued(delivery, reason, failure);
    }

    /** The delay before a message is requeued: the longest delay of the policy, but at least a second. */
    static Duration longestDelay(BackoffPolicy policy) {
        Duration late =
                Duration.ofNanos(policy.delay().bounds(Integer.MAX_VALUE).max());
        Duration longest = policy.schedule(LONGEST_LIST).stream()
                .map(ScheduledDelay::max)
                .filter(delay -> delay.compareTo(late) > 0)
                .max(Duration::compareTo)
                .orElse(late);
        return longest.compareTo(SHORTEST) < 0 ? SHORTEST : longest;
    }

    /** Requeues a message because the application is stopping, or the attempt was interrupted. */
    @Nullable
    Object requeue(MessageDelivery delivery, Throwable failure) {
        throw requeued(
                delivery,
                "The attempt is interrupted, or the application stops, before the message is processed",
                failure);
    }

    /**
     * Requeues the messages if the listener acknowledges them manually. If the container acknowledges them, the
     * returned exception makes the container requeue them.
     *
     * <p>The exception has the type that containers use for failed listeners. After an exception of any other type, a
     * {@code SimpleMessageListenerContainer} restarts its consumer, and all prefetched messages are requeued.
     */
    private static RuntimeException requeued(MessageDelivery delivery, String reason, Throwable failure) {
        delivery.giveBack();
        return new ListenerExecutionFailedException(
                reason,
                new ImmediateRequeueAmqpException(reason, failure),
                delivery.messages().toArray(Message[]::new));
    }
}
