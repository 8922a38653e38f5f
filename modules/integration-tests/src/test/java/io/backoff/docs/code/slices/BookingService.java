package io.backoff.docs.code.slices;

import io.backoff.Backoff;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class BookingService {

    private int attempts;

    @Backoff("payments")
    @Transactional
    void book() {
        attempts++;
        throw new IllegalStateException("down");
    }

    int attempts() {
        return attempts;
    }
}
