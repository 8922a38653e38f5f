package io.backoff.failure;

import jakarta.persistence.EntityManager;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Two transactions of Hibernate on the same accounts, new ones for each test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TwoTransactions {

    private final Accounts accounts;

    EntityManager entities;
    EntityManager other;

    TwoTransactions(DataSource database) {
        this.accounts = new Accounts(database);
    }

    @BeforeEach
    void open() {
        entities = accounts.entityManager();
        other = accounts.entityManager();
    }

    @AfterEach
    void close() {
        Accounts.end(entities);
        Accounts.end(other);
    }

    @AfterAll
    void stop() {
        accounts.close();
    }
}
