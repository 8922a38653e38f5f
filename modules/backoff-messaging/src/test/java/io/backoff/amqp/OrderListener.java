package io.backoff.amqp;

import io.backoff.engine.CurrentAttempt;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.amqp.rabbit.annotation.RabbitListener;

/** A listener that fails as its messages say. */
class OrderListener {

    final List<String> deliveries = new CopyOnWriteArrayList<>();
    final List<String> processed = new CopyOnWriteArrayList<>();

    @RabbitListener(id = "order-placed", queues = "${queue}")
    void receive(String order) throws Exception {
        deliveries.add(order);
        Failures.of(order, CurrentAttempt.get().map(CurrentAttempt::number).orElse(0));
        processed.add(order);
    }
}
