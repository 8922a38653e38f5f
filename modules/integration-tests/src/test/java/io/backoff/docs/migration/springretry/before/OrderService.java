package io.backoff.docs.migration.springretry.before;

import io.backoff.docs.migration.Warehouse;
import io.backoff.docs.migration.WarehouseDownException;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final Warehouse warehouse;

    public OrderService(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    @Retryable(
            retryFor = WarehouseDownException.class,
            maxAttempts = 4,
            backoff = @Backoff(delay = 100, multiplier = 2, maxDelay = 1000),
            recover = "backorder")
    public String place(String item) {
        return warehouse.reserve(item);
    }

    @Recover
    String backorder(WarehouseDownException failure, String item) {
        return "backordered " + item;
    }
}
