package io.backoff.sample.shop;

import io.backoff.redelivery.Redeliver;
import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClient;

/** Notifies the partner of orders, with redelivery until the partner accepts. */
@Service
class PartnerNotifier {

    private final RestClient partner;

    PartnerNotifier(@Lazy RestClient partner) {
        this.partner = partner;
    }

    /**
     * Confirms an order to the partner, and returns immediately. The request is sent when the caller's transaction has
     * committed, and repeated until the partner accepts it. Delivery is at least once: the partner recognizes
     * repetitions by the order's id.
     */
    @Redeliver(value = "confirmations", name = "order-confirmation")
    public void confirm(UUID order, String item, BigDecimal amount) {
        partner.post()
                .uri("/confirmations")
                .header("Idempotency-Key", order.toString())
                .body(Map.of("item", item, "amount", amount))
                .retrieve()
                .toBodilessEntity();
    }
}
