package io.backoff.docs.code.modulith;

import java.util.UUID;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

@Component
class Warehouse {

    private final CarrierClient carrier;

    Warehouse(CarrierClient carrier) {
        this.carrier = carrier;
    }

    @ApplicationModuleListener
    void on(OrderPlaced event) {
        carrier.book(event.order());
    }

    record OrderPlaced(UUID order) {}
}

interface CarrierClient {

    void book(UUID order);
}
