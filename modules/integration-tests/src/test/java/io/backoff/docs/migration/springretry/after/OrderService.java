package io.backoff.docs.migration.springretry.after;

import io.backoff.Backoff;
import io.backoff.docs.migration.Warehouse;
import io.backoff.docs.migration.WarehouseDownException;
import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final Warehouse warehouse;

    public OrderService(Warehouse warehouse) {
        this.warehouse = warehouse;
    }

    @Backoff(value = "warehouse", retryOn = WarehouseDownException.class, fallback = "backorder")
    public String place(String item) {
        return warehouse.reserve(item);
    }

    String backorder(String item, WarehouseDownException failure) {
        return "backordered " + item;
    }
}
