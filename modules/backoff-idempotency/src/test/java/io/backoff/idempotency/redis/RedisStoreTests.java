package io.backoff.idempotency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.idempotency.Claim;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.StoreContract;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.List;
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

    /** The client does so when the connection breaks before the response arrives. */
    @Test
    void acceptsAClaimThatIsSentAgain() {
        var id = id();
        for (var i = 0; i < 2; i++) {
            assertThat(store.claim(request(id, "a"))).isEqualTo(new Claim.Granted(1));
        }
        assertThat(expiry(id.digest())).isBetween(1L, LEASE.toMillis());
        assertThat(store.claim(request(id, "b"))).isInstanceOf(Claim.Taken.class);
    }

    @Test
    void acceptsAnOutcomeThatIsSentAgain() {
        for (var outcome : List.of(StoredOutcome.NOTHING, StoredOutcome.returned("1"))) {
            var token = claimed(id(), "a");
            for (var i = 0; i < 2; i++) {
                assertThat(store.complete(token, outcome, TTL)).isTrue();
            }
            assertThat(store.complete(token, StoredOutcome.returned("2"), TTL)).isFalse();
            assertThat(taken(token.id()).outcome()).isEqualTo(outcome);
            assertThat(store.claim(request(token.id(), "a"))).isInstanceOf(Claim.Taken.class);
        }
    }

    private long expiry(String digest) {
        return template.getExpire("backoff:idempotency:" + digest, TimeUnit.MILLISECONDS);
    }
}
