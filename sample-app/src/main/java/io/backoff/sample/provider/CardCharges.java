package io.backoff.sample.provider;

import io.backoff.Idempotent;
import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Service;

/** Takes each charge once per key: a repeated request gets the earlier charge. */
@Service
class CardCharges {

    private final AtomicLong taken = new AtomicLong();

    @Idempotent(key = "#key")
    Charge take(String key, BigDecimal amount) {
        taken.incrementAndGet();
        return new Charge("charge-" + key);
    }

    /** The number of charges taken since the start. */
    long taken() {
        return taken.get();
    }
}
