package shop.stock;

import io.backoff.Backoff;
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
    @Backoff(value = "warehouse-reserve", fallback = "backorder")
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

    String backorder(String item, Throwable failure) {
        return "backordered '" + item + "', " + failure.getMessage();
    }
}
