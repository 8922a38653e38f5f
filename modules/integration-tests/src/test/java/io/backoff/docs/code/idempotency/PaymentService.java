package io.backoff.docs.code.idempotency;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import org.springframework.transaction.annotation.Transactional;

class PaymentService {

    private final Provider provider;

    PaymentService(Provider provider) {
        this.provider = provider;
    }

    @Backoff("payments")
    @Idempotent(key = "#order.id")
    @Transactional
    public Receipt charge(Order order) {
        return provider.charge(order);
    }

    record Order(String id) {}

    record Receipt(String id) {}

    interface Provider {

        Receipt charge(Order order);
    }
}
