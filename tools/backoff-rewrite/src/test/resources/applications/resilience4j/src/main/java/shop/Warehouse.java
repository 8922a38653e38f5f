package shop;

import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.stereotype.Service;

@Service
public class Warehouse {

    private final Journal journal;
    private int failures;

    Warehouse(Journal journal) {
        this.journal = journal;
    }

    public void failNext(int times) {
        failures = times;
    }

    /** Reserves an item; if the warehouse stays down, the item is backordered. */
    @Retry(name = "warehouse", fallbackMethod = "backorder")
    public String reserve(String item) {
        journal.write("reserve " + item);
        if (item.isBlank()) {
            throw new IllegalArgumentException("no item");
        }
        if (failures-- > 0) {
            throw new UncheckedIOException(new IOException("down"));
        }
        return "reserved " + item;
    }

    String backorder(String item, UncheckedIOException failure) {
        return "backordered " + item;
    }
}
