package shop;

import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
import org.springframework.stereotype.Service;
import shop.stock.Journal;

@Service
public class Rates {

    private final Journal journal;

    public Rates(Journal journal) {
        this.journal = journal;
    }

    @Retryable(
            retryFor = IllegalStateException.class,
            maxAttemptsExpression = "${rates.attempts}",
            backoff = @Backoff(delayExpression = "${rates.delay}"))
    public double rate(String currency) {
        journal.write("rate " + currency);
        throw new IllegalStateException("no rate of " + currency);
    }
}
