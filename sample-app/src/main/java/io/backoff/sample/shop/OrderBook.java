package io.backoff.sample.shop;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps paid orders, and sees to it that the partner hears of them. */
@Service
class OrderBook {

    private final JdbcClient database;
    private final PartnerNotifier partner;

    OrderBook(JdbcClient database, PartnerNotifier partner) {
        this.database = database;
        this.partner = partner;
    }

    /** Both or neither: the order and the intention to confirm it are written in one transaction. */
    @Transactional
    public void add(PlacedOrder order) {
        database.sql("insert into orders (id, item, amount, charge) values (?, ?, ?, ?)")
                .params(order.id(), order.item(), order.amount(), order.charge())
                .update();
        partner.confirm(order.id(), order.item(), order.amount());
    }
}
