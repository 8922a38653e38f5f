package io.backoff.sample.shop;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Stores paid orders, and confirms each of them to the partner. */
@Service
class OrderBook {

    private final JdbcClient database;
    private final PartnerNotifier partner;

    OrderBook(JdbcClient database, PartnerNotifier partner) {
        this.database = database;
        this.partner = partner;
    }

    /** Stores the order and the intent to confirm it: one transaction stores both or neither. */
    @Transactional
    public void add(PlacedOrder order) {
        database.sql("insert into orders (id, item, amount, charge) values (?, ?, ?, ?)")
                .params(order.id(), order.item(), order.amount(), order.charge())
                .update();
        partner.confirm(order.id(), order.item(), order.amount());
    }
}
