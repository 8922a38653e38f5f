package io.backoff.docs.code.adopt;

import org.springframework.resilience.annotation.Retryable;
import org.springframework.stereotype.Service;

@Service
class PaymentService {

    private final Provider provider;

    PaymentService(Provider provider) {
        this.provider = provider;
    }

    @Retryable(maxRetries = 2, delay = 20)
    Receipt charge(Order order) {
        return provider.charge(order);
    }
}
