package io.backoff.docs.migration.failsafe.after;

import io.backoff.docs.migration.Warehouse;
import io.backoff.engine.BackoffOperations;
import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final Warehouse warehouse;
    private final BackoffOperations retries;

    public OrderService(Warehouse warehouse, BackoffOperations retries) {
        this.warehouse = warehouse;
        this.retries = retries;
    }

    public String place(String item) {
        return retries.call("warehouse", () -> warehouse.reserve(item));
    }
}
