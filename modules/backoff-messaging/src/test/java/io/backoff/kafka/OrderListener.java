package io.backoff.kafka;

import io.backoff.engine.CurrentAttempt;
import io.backoff.messaging.Failures;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.converter.MessageConversionException;

/** A listener that fails as its messages say, and another one for its dead letters, whose id is generated. */
class OrderListener {

    final List<String> deliveries = new CopyOnWriteArrayList<>();
    final List<String> processed = new CopyOnWriteArrayList<>();
    final List<ConsumerRecord<?, ?>> dead = new CopyOnWriteArrayList<>();

    @KafkaListener(id = "order-placed", idIsGroup = false, topics = "${topic}", concurrency = "${partitions}")
    void receive(String order) throws Exception {
        deliveries.add(order);
        if (order.equals("unreadable")) {
            throw new MessageConversionException("not JSON");
        }
        Failures.of(order, CurrentAttempt.get().map(CurrentAttempt::number).orElse(0));
        processed.add(order);
    }

    @KafkaListener(topics = "${topic}-dlt", groupId = "${topic}-dlt")
    void bury(ConsumerRecord<?, ?> order) {
        dead.add(order);
    }
}
