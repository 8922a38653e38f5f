package shop.stock;

import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
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

    @Retryable(noRetryFor = UnsupportedOperationException.class, backoff = @Backoff(5))
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
    @Retryable(noRetryFor = UnsupportedOperationException.class, backoff = @Backoff(5))
    public void add(String item) {
        journal.write("add " + item);
        throw new WarehouseDownException("locked");
    }
}
