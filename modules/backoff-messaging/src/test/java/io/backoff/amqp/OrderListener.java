package io.backoff.amqp;

import io.backoff.engine.CurrentAttempt;
import io.backoff.messaging.Failures;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.ImmediateAcknowledgeAmqpException;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.support.converter.MessageConversionException;

/** A listener that fails as its messages say. */
class OrderListener {

    final List<String> deliveries = new CopyOnWriteArrayList<>();
    final List<String> processed = new CopyOnWriteArrayList<>();

    @RabbitListener(id = "order-placed", queues = "${queue}")
    void receive(String order) throws Exception {
        deliveries.add(order);
        process(order, CurrentAttempt.get().map(CurrentAttempt::number).orElse(0));
        processed.add(order);
    }

    /** Fails as the message says. */
    static void process(String order, int attempt) throws Exception {
        switch (order) {
            case "rejected" -> throw new AmqpRejectAndDontRequeueException("not for us");
            case "unreadable" -> throw new MessageConversionException("not JSON");
            case "acknowledged" -> throw new ImmediateAcknowledgeAmqpException("forget it");
            default -> Failures.of(order, attempt);
        }
    }
}
