package shop;

import io.backoff.Backoff;
import org.springframework.stereotype.Service;
import shop.stock.Journal;

@Service
public class Rates {

    private final Journal journal;

    public Rates(Journal journal) {
        this.journal = journal;
    }

    @Backoff("rates-rate")
    public double rate(String currency) {
        journal.write("rate " + currency);
        throw new IllegalStateException("no rate of " + currency);
    }
}
