package io.backoff.idempotency.jdbc;

import io.backoff.testkit.Database;

class MariaDbStoreTests extends JdbcStoreContract {

    MariaDbStoreTests() {
        super(Database.MARIADB);
    }
}
