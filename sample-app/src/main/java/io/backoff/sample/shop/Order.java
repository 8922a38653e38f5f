package io.backoff.sample.shop;

import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is to be paid for. The id also tells the provider which charges are the same one. */
record Order(UUID id, String item, BigDecimal amount) {

    /** An order as a customer sends it; what is left out is filled in. */
    record Request(@Nullable String item, @Nullable BigDecimal amount) {

        static final Request EXAMPLE = new Request(null, null);

        Order toOrder() {
            return new Order(
                    UUID.randomUUID(),
                    item == null ? "a book" : item,
                    amount == null ? new BigDecimal("19.90") : amount);
        }
    }
}
