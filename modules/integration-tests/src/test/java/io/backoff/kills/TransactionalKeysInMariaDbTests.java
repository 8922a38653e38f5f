package io.backoff.kills;

/** Keys in MariaDB, in the transaction of the operation. */
class TransactionalKeysInMariaDbTests extends TransactionalKeysKillTest {

    TransactionalKeysInMariaDbTests() {
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
