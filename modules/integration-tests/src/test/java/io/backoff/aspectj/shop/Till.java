package io.backoff.aspectj.shop;

import io.backoff.Backoff;
import jakarta.persistence.EntityManager;
import org.springframework.transaction.annotation.Transactional;

/** Proxied for transactions, with a retried method that no proxy can reach. */
class Till {

    private final EntityManager purchases;
    private int attempts;

    Till(EntityManager purchases) {
        this.purchases = purchases;
    }

    @Transactional
    public int sell() {
        Purchase sold = this.charge();
        purchases.persist(sold);
        return sold.attempts();
    }

    @Backoff
    private Purchase charge() {
        attempts++;
        if (attempts < 3) {
            throw new IllegalStateException("The card is not read");
        }
        return new Purchase(attempts);
    }
}
