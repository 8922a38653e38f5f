package io.backoff.docs.code.transactions;

import io.backoff.Backoff;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Transactions. */
class Bookings {

    private final Table orders;
    private final Accounts accounts;
    private final Table audit;

    Bookings(Table orders, Accounts accounts, Table audit) {
        this.orders = orders;
        this.accounts = accounts;
        this.audit = audit;
    }

    @Backoff("payments")
    @Transactional
    public void book(Order order) {
        orders.insert(order);
        accounts.charge(order);
    }

    @Backoff("audit")
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void record(Order order) {
        audit.insert(order);
    }

    record Order(String item) {}

    interface Table {

        void insert(Order order);
    }

    interface Accounts {

        void charge(Order order);
    }
}
