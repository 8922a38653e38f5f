package shop;

import io.backoff.Backoff;
import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import org.springframework.stereotype.Service;

@Service
public class Rates {

    private final Journal journal;

    Rates(Journal journal) {
        this.journal = journal;
    }

    @Backoff("bank")
    public double rate(String currency) {
        journal.write("rate " + currency);
        throw new IllegalStateException("no rate of " + currency);
    }

    /** The bank does not like to be asked again and again. */
    @CircuitBreaker(name = "bank")
    public double limit(String currency) {
        journal.write("limit " + currency);
        throw new IllegalStateException("no limit of " + currency);
    }
}
