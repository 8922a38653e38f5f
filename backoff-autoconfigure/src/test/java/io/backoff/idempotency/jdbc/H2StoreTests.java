package io.backoff.idempotency.jdbc;

class H2StoreTests extends JdbcStoreContract {

    H2StoreTests() {
        super(Database.H2);
    }
}
