package io.backoff.kills;

import java.util.stream.Stream;

/** On a Redis that synchronizes each write. */
class KeysInRedisTests extends IdempotencyKillTest {

    KeysInRedisTests() {
        super("Redis", InRedis.class);
    }

    @Override
    Server server() {
        return new RedisServer(directory);
    }

    @Override
    Stream<String> storeProperties(int port) {
        return Stream.of(
                "backoff.idempotency.store=redis",
                "spring.data.redis.host=127.0.0.1",
                "spring.data.redis.port=" + port,
                "spring.data.redis.timeout=2s");
    }
}
