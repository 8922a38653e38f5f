package io.backoff.kafka;

import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * Ends the calls of partitions that are revoked or lost. The container reports lost partitions as revoked too.
 *
 * @param own the rebalance listener of the application, which is still notified
 */
record RevokedPartitions(
        DeliveryInterceptor listener, @Nullable ConsumerRebalanceListener own)
        implements ConsumerAwareRebalanceListener {

    @Override
    public void onPartitionsRevokedBeforeCommit(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        listener.deliveries().revoke(partitions);
        if (own instanceof ConsumerAwareRebalanceListener aware) {
            aware.onPartitionsRevokedBeforeCommit(consumer, partitions);
        } else if (own != null) {
            own.onPartitionsRevoked(partitions);
        }
    }

    @Override
    public void onPartitionsRevokedAfterCommit(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        if (own instanceof ConsumerAwareRebalanceListener aware) {
            aware.onPartitionsRevokedAfterCommit(consumer, partitions);
        }
    }

    @Override
    public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        if (own instanceof ConsumerAwareRebalanceListener aware) {
            aware.onPartitionsLost(consumer, partitions);
        } else if (own != null) {
            own.onPartitionsLost(partitions);
        }
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        if (own instanceof ConsumerAwareRebalanceListener aware) {
            aware.onPartitionsAssigned(consumer, partitions);
        } else if (own != null) {
            own.onPartitionsAssigned(partitions);
        }
    }
}
