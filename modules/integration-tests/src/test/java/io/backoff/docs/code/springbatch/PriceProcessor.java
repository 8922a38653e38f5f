package io.backoff.docs.code.springbatch;

import io.backoff.Backoff;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.stereotype.Component;

@Component
public class PriceProcessor implements ItemProcessor<Order, PricedOrder> {

    private final Partner partner;

    public PriceProcessor(Partner partner) {
        this.partner = partner;
    }

    @Override
    @Backoff("partner")
    public PricedOrder process(Order order) {
        return partner.price(order);
    }
}
