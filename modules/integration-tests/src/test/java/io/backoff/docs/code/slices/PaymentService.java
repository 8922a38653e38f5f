package io.backoff.docs.code.slices;

import io.backoff.Backoff;
import org.springframework.stereotype.Service;

@Service
class PaymentService {

    private int attempts;

    @Backoff("payments")
    void charge() {
        attempts++;
        throw new IllegalStateException("down");
    }

    int attempts() {
        return attempts;
    }
}
