package io.backoff.docs.code.springbatch;

import io.backoff.Backoff;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

@Component
public class BookingWriter implements ItemWriter<PricedOrder> {

    private final JdbcTemplate jdbc;
    private final Partner partner;

    public BookingWriter(JdbcTemplate jdbc, Partner partner) {
        this.jdbc = jdbc;
        this.partner = partner;
    }

    @Override
    @Backoff("partner")
    @Transactional(propagation = Propagation.NESTED)
    public void write(Chunk<? extends PricedOrder> orders) {
        orders.forEach(order -> jdbc.update("insert into booking values (?)", order.number()));
        partner.book(orders);
    }
}
