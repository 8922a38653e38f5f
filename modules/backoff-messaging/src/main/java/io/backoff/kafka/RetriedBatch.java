package io.backoff.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.springframework.core.log.LogAccessor;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.listener.RecoveryStrategy;
import org.springframework.kafka.listener.SeekUtils;

/**
 * A batch that its error handler retries as a whole. The consumer polls meanwhile, so partitions may be revoked. After
 * a revocation, the listener is not invoked again, and nothing is recovered or committed; records of the remaining
 * partitions are fetched again.
 *
 * @param invokeListener makes an attempt
 */
record RetriedBatch(
        ConsumerRecords<?, ?> records,
        Consumer<?, ?> consumer,
        MessageListenerContainer container,
        Runnable invokeListener,
        Deliveries deliveries)
        implements Runnable {

    private static final LogAccessor logger = new LogAccessor(RetriedBatch.class);

    /**
     * Makes an attempt, unless a partition was revoked. After a revocation, returns without an attempt, so that the
     * error handler considers the batch processed and stops retrying it.
     */
    @Override
    public void run() {
        if (deliveries.revokedFromBatch().isEmpty()) {
            invokeListener.run();
        }
    }

    /**
     * Runs the error handler, unless the whole batch must be fetched again because its attempt has not begun.
     *
     * @param failure what the listener, or an attempt that has not begun, has thrown
     * @return the records that the container must redeliver without a fetch
     * @throws KafkaException if a partition was revoked, so that the container does not commit
     */
    <K, V> ConsumerRecords<K, V> handle(Exception failure, Function<Exception, ConsumerRecords<K, V>> handler) {
        deliveries.beginBatch(records.partitions(), container);
        ConsumerRecords<K, V> remaining = ConsumerRecords.empty();
        try {
            remaining = handler.apply(named(failure));
            if (deliveries.revokedFromBatch().isEmpty()) {
                return remaining;
            }
            throw new KafkaException("A partition of the batch was revoked", KafkaException.Level.DEBUG, null);
        } finally {
            List<RecordDelivery> givenUp = deliveries.handledBatch();
            fetchAgain(deliveries.revokedFromBatch());
            deliveries.endBatch();
            pauseAfterFailedRecovery(givenUp, remaining);
        }
    }

    /**
     * Returns the failure for the error handler. If a retry has not begun, the failure is that of an earlier batch, whose
     * index must not be taken for one of this batch: the error handler commits the records before it. Nothing of this
     * batch is processed, so only its first record can be given up; otherwise the whole batch is fetched again.
     */
    private Exception named(Exception failure) {
        RecordDelivery delivery = deliveries.notBegun();
        if (delivery == null || delivery.isPostponed()) {
            return failure;
        }
        ConsumerRecord<?, ?> first = records.iterator().next();
        if (!delivery.isGivenUp() || !delivery.isOf(first)) {
            fetchAgainAfter(delivery.postpone(), failure);
        }
        return new BatchListenerFailedException("The call has ended before another attempt", failure, first);
    }

    /** Waits, and seeks the first record of each partition. Always throws, so that the container does not commit. */
    private void fetchAgainAfter(long milliseconds, Exception failure) {
        RecoveryStrategy none = (record, thrown, stopping, seeking) -> {
            Deliveries.pause(container, milliseconds);
            return false;
        };
        List<ConsumerRecord<?, ?>> all = new ArrayList<>();
        records.forEach(all::add);
        SeekUtils.seekOrRecover(failure, all, consumer, container, false, none, logger, KafkaException.Level.DEBUG);
    }

    private void pauseAfterFailedRecovery(List<RecordDelivery> givenUp, ConsumerRecords<?, ?> remaining) {
        if (givenUp.stream().anyMatch(delivery -> delivery.isDeliveredAgain(consumer, remaining))) {
            deliveries.pauseAfterFailedRecovery(container);
        }
    }

    private void fetchAgain(Set<TopicPartition> revoked) {
        if (!revoked.isEmpty()) {
            records.partitions().stream()
                    .filter(partition -> !revoked.contains(partition))
                    .forEach(partition -> consumer.seek(
                            partition, records.records(partition).get(0).offset()));
        }
    }
}
