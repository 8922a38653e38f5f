package io.backoff.docs.code.idempotency;

import io.backoff.Backoff;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.springframework.transaction.annotation.Transactional;

class CounterService {

    private final EntityManager counters;

    CounterService(EntityManager counters) {
        this.counters = counters;
    }

    @Backoff("counter")
    @Transactional
    public void increment(long id) {
        Counter counter = counters.find(Counter.class, id);
        counter.setValue(counter.getValue() + 1);
    }

    @Entity
    static class Counter {

        @Id
        private long id;

        @Version
        private long version;

        private int value;

        int getValue() {
            return value;
        }

        void setValue(int value) {
            this.value = value;
        }
    }
}
