package io.backoff.docs.code.modulith;

import io.backoff.docs.code.modulith.Warehouse.OrderPlaced;
import java.util.UUID;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.annotation.Transactional;

class Checkout {

    private final ApplicationEventPublisher events;

    Checkout(ApplicationEventPublisher events) {
        this.events = events;
    }

    @Transactional
    public void place(UUID order) {
        events.publishEvent(new OrderPlaced(order));
    }
}
