package io.backoff.idempotency.jdbc;

class MariaDbStoreTests extends JdbcStoreContract {

    MariaDbStoreTests() {
        super(Database.MARIADB);
    }
}
