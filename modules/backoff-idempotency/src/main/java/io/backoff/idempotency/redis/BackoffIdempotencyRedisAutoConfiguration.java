package io.backoff.idempotency.redis;

import io.backoff.idempotency.claim.StoreKind;
import io.backoff.idempotency.claim.StoreProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Stores idempotency keys in Redis. */
@AutoConfiguration(afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@ConditionalOnClass(StringRedisTemplate.class)
@ConditionalOnSingleCandidate(RedisConnectionFactory.class)
public final class BackoffIdempotencyRedisAutoConfiguration {

    @Bean
    StoreProvider backoffRedisStore(RedisConnectionFactory connections) {
        return new StoreProvider.Simple(StoreKind.REDIS, () -> new RedisStore(new StringRedisTemplate(connections)));
    }
}
