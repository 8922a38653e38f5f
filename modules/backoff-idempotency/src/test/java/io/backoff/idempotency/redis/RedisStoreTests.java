package io.backoff.idempotency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.StoreContract;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

class RedisStoreTests extends StoreContract {

    private static Redis redis;

    private final StringRedisTemplate template = new StringRedisTemplate(redis.connections());
    private final RedisStore store = new RedisStore(template);

    @BeforeAll
    static void start() {
        redis = new Redis();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Override
    protected IdempotencyStore store() {
        return store;
    }

    /** The clock of the instance does not matter: Redis alone knows the time. */
    @Override
    protected IdempotencyStore withClockAhead(Duration by) {
        return new RedisStore(template);
    }

    /** Ages all keys by the duration. */
    @Override
    protected void pass(Duration duration) {
        for (var key : template.keys("*")) {
            var left = template.getExpire(key, TimeUnit.MILLISECONDS) - duration.toMillis();
            if (left > 0) {
                template.expire(key, Duration.ofMillis(left));
            } else {
                template.delete(key);
            }
        }
    }

    @Test
    void everyKeyExpires() {
        var token = claimed(id(), "a");
        assertThat(expiry(token.id().digest())).isBetween(1L, LEASE.toMillis());
        store.renew(token, TTL);
        assertThat(expiry(token.id().digest())).isBetween(LEASE.toMillis(), TTL.toMillis());
        store.complete(token, StoredOutcome.NOTHING, LEASE);
        assertThat(expiry(token.id().digest())).isBetween(1L, LEASE.toMillis());
    }

    private long expiry(String digest) {
        return template.getExpire("backoff:idempotency:" + digest, TimeUnit.MILLISECONDS);
    }
}
