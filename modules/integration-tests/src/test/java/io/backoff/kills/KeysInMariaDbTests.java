package io.backoff.kills;

import java.util.stream.Stream;

/** Keys in MariaDB, in two phases. */
class KeysInMariaDbTests extends IdempotencyKillTest {

    KeysInMariaDbTests() {
        super("MariaDB, two-phase", InDatabase.class);
    }

    @Override
    Server server() {
        return new MariaDbServer(directory);
    }

    @Override
    Stream<String> storeProperties(int port) {
        return inDatabase(MariaDbServer.url(port), "two-phase");
    }
}
