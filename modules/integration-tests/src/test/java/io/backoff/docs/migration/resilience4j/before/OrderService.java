package io.backoff.docs.migration.resilience4j.before;

import io.backoff.docs.migration.Warehouse;
import io.backoff.docs.migration.WarehouseDownException;
import io.github.resilience4j.retry.annotation.Retry;
import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final Warehouse warehouse;

    public OrderService(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    @Retry(name = "warehouse", fallbackMethod = "backorder")
    public String place(String item) {
        return warehouse.reserve(item);
    }

    String backorder(String item, WarehouseDownException failure) {
        return "backordered " + item;
    }
}
