package io.backoff.sample.shop;

import java.math.BigDecimal;
import java.util.UUID;

/** A paid order. */
record PlacedOrder(UUID id, String item, BigDecimal amount, String charge) {

    static PlacedOrder of(Order order, Receipt receipt) {
        return new PlacedOrder(order.id(), order.item(), order.amount(), receipt.charge());
    }
}
