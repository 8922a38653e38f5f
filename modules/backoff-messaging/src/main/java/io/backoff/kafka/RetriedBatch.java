package io.backoff.kafka;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.listener.MessageListenerContainer;

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
     * Runs the error handler.
     *
     * @return the records that the container must redeliver without a fetch
     * @throws KafkaException if a partition was revoked, so that the container does not commit
     */
    <K, V> ConsumerRecords<K, V> handle(Supplier<ConsumerRecords<K, V>> handler) {
        deliveries.beginBatch(records.partitions(), container);
        ConsumerRecords<K, V> remaining = ConsumerRecords.empty();
        try {
            remaining = handler.get();
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
