package io.backoff.idempotency.jdbc;

class PostgresqlStoreTests extends JdbcStoreContract {

    PostgresqlStoreTests() {
        super(Database.POSTGRESQL);
    }
}
