package io.backoff.docs.code.policies;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

interface Provider {

    Receipt charge(Order order);

    void confirm(Order order) throws IOException;

    CompletableFuture<Receipt> chargeLater(Order order);

    Status status(Order order);

    record Order(String item) {}

    record Receipt(String charge) {

        static Receipt pending(Order order) {
            return new Receipt("pending " + order.item());
        }
    }

    record Status(boolean done) {}

    record Card(boolean expired) {}
}
