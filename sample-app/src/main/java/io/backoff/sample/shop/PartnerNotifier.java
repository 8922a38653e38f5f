package io.backoff.sample.shop;

import io.backoff.redelivery.Redeliver;
import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClient;

/** Tells the partner of orders, for as long as it takes. */
@Service
class PartnerNotifier {

    private final RestClient partner;

    PartnerNotifier(@Lazy RestClient partner) {
        this.partner = partner;
    }

    /**
     * Returns at once; the request is made when the transaction of the caller has committed, and again until the partner
     * takes it. At least once: the order's id tells the partner which requests are the same one.
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
