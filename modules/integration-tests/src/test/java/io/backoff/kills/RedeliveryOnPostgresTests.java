package io.backoff.kills;

/** Stored calls in PostgreSQL. */
class RedeliveryOnPostgresTests extends RedeliveryKillTest {

    RedeliveryOnPostgresTests() {
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
