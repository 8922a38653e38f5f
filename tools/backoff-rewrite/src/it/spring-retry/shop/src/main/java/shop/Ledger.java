package shop;

import org.springframework.retry.annotation.Retryable;
import org.springframework.stereotype.Service;
import shop.stock.Journal;

@Service
public class Ledger {

    private final Journal journal;

    public Ledger(Journal journal) {
        this.journal = journal;
    }

    /** The caller repeats the call; attempts are counted across these calls. */
    @Retryable(stateful = true)
    public void book(String item) {
        journal.write("book " + item);
        throw new IllegalStateException("locked");
    }
}
