package io.backoff.kills;

/** Event publications in PostgreSQL. */
class PublicationsInPostgresTests extends PublicationsKillTest {

    PublicationsInPostgresTests() {
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
