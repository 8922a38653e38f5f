package io.backoff.idempotency.jdbc;

import io.backoff.testkit.Database;

class PostgresqlStoreTests extends JdbcStoreContract {

    PostgresqlStoreTests() {
        super(Database.POSTGRESQL);
    }
}
