package io.backoff.docs.migration.springframework.before;

import io.backoff.docs.migration.Warehouse;
import io.backoff.docs.migration.WarehouseDownException;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final Warehouse warehouse;

    public OrderService(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    @Retryable(includes = WarehouseDownException.class, maxRetries = 3, delay = 50, multiplier = 2, maxDelay = 1000)
    public String place(String item) {
        return warehouse.reserve(item);
    }
}
