package io.backoff.kills;

/** Keys in PostgreSQL, in the transaction of the operation. */
class TransactionalKeysInPostgresTests extends TransactionalKeysKillTest {

    TransactionalKeysInPostgresTests() {
        super("PostgreSQL");
    }

    @Override
    Server server() {
        return new PostgresServer(directory);
    }

    @Override
    String url(int port) {
        return PostgresServer.url(port);
    }
}
