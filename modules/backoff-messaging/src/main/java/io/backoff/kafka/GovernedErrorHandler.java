package io.backoff.kafka;

import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.TopicPartitionOffset;

/**
 * Wraps a container's error handler, and ends the calls of handled records. The methods that handle records look up the
 * deliveries of the thread before they call the wrapped handler. The lookup creates the deliveries if the first record
 * of the thread fails before it reaches the listener.
 */
record GovernedErrorHandler(DefaultErrorHandler handler, DeliveryInterceptor listener) implements CommonErrorHandler {

    @Override
    public void handleRemaining(
            Exception failure,
            List<ConsumerRecord<?, ?>> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        Deliveries deliveries = listener.deliveries();
        boolean recovered = false;
        try {
            handler.handleRemaining(failure, records, consumer, container);
            recovered = true;
        } finally {
            end(deliveries, records.get(0), failure, recovered, container);
        }
    }

    @Override
    public boolean handleOne(
            Exception failure,
            ConsumerRecord<?, ?> record,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        Deliveries deliveries = listener.deliveries();
        boolean recovered = false;
        try {
            recovered = handler.handleOne(failure, record, consumer, container);
            return recovered;
        } finally {
            end(deliveries, record, failure, recovered, container);
        }
    }

    private static void end(
            Deliveries deliveries,
            ConsumerRecord<?, ?> record,
            Exception failure,
            boolean recovered,
            MessageListenerContainer container) {
        if (deliveries.handled(record, failure) && !recovered) {
            deliveries.pauseAfterFailedRecovery(container);
        }
    }

    @Override
    public void handleBatch(
            Exception failure,
            ConsumerRecords<?, ?> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable invokeListener) {
        RetriedBatch batch = new RetriedBatch(records, consumer, container, invokeListener, listener.deliveries());
        batch.handle(failure, named -> {
            handler.handleBatch(named, records, consumer, container, batch);
            return ConsumerRecords.empty();
        });
    }

    @Override
    public <K, V> ConsumerRecords<K, V> handleBatchAndReturnRemaining(
            Exception failure,
            ConsumerRecords<?, ?> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable invokeListener) {
        RetriedBatch batch = new RetriedBatch(records, consumer, container, invokeListener, listener.deliveries());
        return batch.handle(
                failure, named -> handler.handleBatchAndReturnRemaining(named, records, consumer, container, batch));
    }

    @Override
    public void handleOtherException(
            Exception failure, Consumer<?, ?> consumer, MessageListenerContainer container, boolean batchListener) {
        handler.handleOtherException(failure, consumer, container, batchListener);
    }

    @Override
    public void onPartitionsAssigned(
            Consumer<?, ?> consumer, Collection<TopicPartition> partitions, Runnable publishPause) {
        handler.onPartitionsAssigned(consumer, partitions, publishPause);
    }

    @Override
    public void clearThreadState() {
        handler.clearThreadState();
        listener.current().clear();
    }

    @Override
    public int deliveryAttempt(TopicPartitionOffset offset) {
        return handler.deliveryAttempt(offset);
    }

    @Override
    public boolean deliveryAttemptHeader() {
        return handler.deliveryAttemptHeader();
    }

    @Override
    public boolean seeksAfterHandling() {
        return handler.seeksAfterHandling();
    }

    @Override
    public boolean isAckAfterHandle() {
        return handler.isAckAfterHandle();
    }

    @Override
    public void setAckAfterHandle(boolean ack) {
        handler.setAckAfterHandle(ack);
    }
}
