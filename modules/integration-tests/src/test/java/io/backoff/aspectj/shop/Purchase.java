package io.backoff.aspectj.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

@Entity
class Purchase {

    @Id
    @GeneratedValue
    private long id;

    private int attempts;

    protected Purchase() {}

    Purchase(int attempts) {
        this.attempts = attempts;
    }

    int attempts() {
        return attempts;
    }
}
