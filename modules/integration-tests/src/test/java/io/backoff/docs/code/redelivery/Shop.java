package io.backoff.docs.code.redelivery;

import java.math.BigDecimal;
import org.springframework.transaction.annotation.Transactional;

/** Redelivery: store a call. */
public class Shop {

    private final Orders orders;
    private final PartnerClient partner;

    public Shop(Orders orders, PartnerClient partner) {
        this.orders = orders;
        this.partner = partner;
    }

    @Transactional
    public void place(Order order) {
        orders.save(order);
        partner.confirm(order.id(), order.amount());
    }

    public interface Orders {

        void save(Order order);
    }

    public record Order(String id, BigDecimal amount) {}
}
