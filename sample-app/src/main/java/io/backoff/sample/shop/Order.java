package io.backoff.sample.shop;

import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An order to be paid. Its id is the idempotency key: the provider recognizes repeated charges by it. */
record Order(UUID id, String item, BigDecimal amount) {

    /** An order as a customer sends it; missing fields get example values. */
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
