package io.backoff.kills;

/** Stored calls in MariaDB. */
class RedeliveryOnMariaDbTests extends RedeliveryKillTest {

    RedeliveryOnMariaDbTests() {
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
