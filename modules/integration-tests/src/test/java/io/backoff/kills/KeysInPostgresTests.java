package io.backoff.kills;

import java.util.stream.Stream;

/** Keys in PostgreSQL, in two phases. */
class KeysInPostgresTests extends IdempotencyKillTest {

    KeysInPostgresTests() {
        super("PostgreSQL, two-phase", InDatabase.class);
    }

    @Override
    Server server() {
        return new PostgresServer(directory);
    }

    @Override
    Stream<String> storeProperties(int port) {
        return inDatabase(PostgresServer.url(port), "two-phase");
    }
}
