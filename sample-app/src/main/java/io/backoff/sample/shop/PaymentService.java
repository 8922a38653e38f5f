package io.backoff.sample.shop;

import io.backoff.Backoff;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Service;

/** Charges orders under a policy, which is defined in {@code application.yml}. */
@Service
@Profile("!adopt")
class PaymentService implements Payments {

    private final PaymentProvider provider;

    PaymentService(PaymentProvider provider) {
        this.provider = provider;
    }

    @Override
    @Backoff("payments")
    public Receipt charge(Order order) {
        return provider.charge(order);
    }
}
