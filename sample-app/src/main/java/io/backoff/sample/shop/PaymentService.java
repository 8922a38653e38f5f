package io.backoff.sample.shop;

import io.backoff.Backoff;
import java.util.Objects;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClient;

/** Charges orders. Its policy is defined in {@code application.yml}. */
@Service
class PaymentService {

    private final RestClient provider;

    PaymentService(@Lazy RestClient provider) {
        this.provider = provider;
    }

    /**
     * Takes the money. Every attempt sends the same key, so that the provider charges once even if its response to an
     * earlier attempt was lost: what is not safe to repeat must not be retried.
     *
     * @throws org.springframework.web.client.RestClientException the failure of the last attempt
     */
    @Backoff("payments")
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
