package io.backoff.docs.code.testing;

import io.backoff.Backoff;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.stereotype.Service;

@Service
class PaymentService {

    @Backoff("payments")
    Receipt charge(Order order) {
        throw new UncheckedIOException(new IOException(order.item()));
    }

    record Order(String item) {}

    record Receipt(String paid) {}
}
