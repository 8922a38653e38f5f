package io.backoff.docs.code.messaging;

import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.stereotype.Component;

@Component
class OrderListener {

    private final Warehouse warehouse;

    OrderListener(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    @RabbitListener(id = "order-placed", queues = "orders")
    void reserve(String order) {
        warehouse.reserve(order);
    }
}
