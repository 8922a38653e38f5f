package io.backoff.docs.migration.failsafe.before;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.backoff.docs.migration.Warehouse;
import io.backoff.docs.migration.WarehouseDownException;
import java.time.Duration;
import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final Warehouse warehouse;

    private final RetryPolicy<String> policy = RetryPolicy.<String>builder()
            .handle(WarehouseDownException.class)
            .withMaxAttempts(4)
            .withBackoff(Duration.ofMillis(50), Duration.ofSeconds(1))
            .withMaxDuration(Duration.ofSeconds(10))
            .build();

    public OrderService(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    public String place(String item) {
        return Failsafe.with(policy).get(() -> warehouse.reserve(item));
    }
}
