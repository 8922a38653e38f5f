package shop.stock;

import io.backoff.Backoff;
import org.springframework.stereotype.Service;

@Service
public class Inventory {

    private final Journal journal;
    private int failures;

    public Inventory(Journal journal) {
        this.journal = journal;
    }

    public void failNext(int times) {
        failures = times;
    }

    @Backoff("inventory")
    public int count(String item) {
        journal.write("count " + item);
        if (failures-- > 0) {
            throw new WarehouseDownException("down");
        }
        if (item.isBlank()) {
            throw new UnsupportedOperationException("count all");
        }
        return item.length();
    }

    /** Has the same settings as {@link #count}. */
    @Backoff("inventory")
    public void add(String item) {
        journal.write("add " + item);
        throw new WarehouseDownException("locked");
    }
}
