package io.backoff.idempotency.jdbc;

import io.backoff.testkit.Database;

class H2StoreTests extends JdbcStoreContract {

    H2StoreTests() {
        super(Database.H2);
    }
}
