package io.backoff.sample.shop;

import java.util.Objects;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** The payment provider, another company's service. */
@Component
class PaymentProvider {

    private final RestClient provider;

    PaymentProvider(@Lazy RestClient provider) {
        this.provider = provider;
    }

    /**
     * Requests the charge once. Every attempt sends the same key, so that the provider charges once even if its
     * response to an earlier attempt was lost. Without such a key, a charge must not be retried.
     */
    Receipt charge(Order order) {
        Receipt receipt = provider.post()
                .uri("/charges")
                .header("Idempotency-Key", order.id().toString())
                .body(order)
                .retrieve()
                .body(Receipt.class);
        return Objects.requireNonNull(receipt, "The provider responded without a receipt");
    }
}
