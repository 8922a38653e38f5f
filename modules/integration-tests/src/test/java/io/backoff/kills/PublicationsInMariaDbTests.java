package io.backoff.kills;

/** Event publications in MariaDB. */
class PublicationsInMariaDbTests extends PublicationsKillTest {

    PublicationsInMariaDbTests() {
        super("MariaDB");
    }

    @Override
    Server server() {
        return new MariaDbServer(directory);
    }

    @Override
    String url(int port) {
        return MariaDbServer.url(port);
    }
}
