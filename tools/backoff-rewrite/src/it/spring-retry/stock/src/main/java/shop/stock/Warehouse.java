package shop.stock;

import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.stereotype.Service;

@Service
public class Warehouse {

    private final Journal journal;
    private int failures;

    public Warehouse(Journal journal) {
        this.journal = journal;
    }

    public void failNext(int times) {
        failures = times;
    }

    // The warehouse is back after some milliseconds.
    @Retryable(
            retryFor = WarehouseDownException.class,
            maxAttempts = 4,
            backoff = @Backoff(delay = 10, multiplier = 2, maxDelay = 30),
            recover = "backorder")
    public String reserve(String item) {
        journal.write("reserve " + item);
        if (item.isBlank()) {
            throw new IllegalArgumentException("no item");
        }
        if (failures-- > 0) {
            throw new WarehouseDownException("down");
        }
        return "reserved " + item;
    }

    @Recover
    String backorder(Throwable failure, String item) {
        return "backordered '" + item + "', " + failure.getMessage();
    }
}
