package io.backoff.idempotency.autoconfigure;

import io.backoff.config.NeedsLibrary;
import io.backoff.idempotency.claim.StoreKind;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The settings of idempotent operations.
 *
 * @param store Store of idempotency keys.
 * @param ttl Time for which the outcome of an operation is stored.
 * @param lease Duration of a lease: the time for which an operation still counts as in progress after its process has crashed.
 * @param maxResultSize Maximum size of a stored result; duplicates of an operation with a larger result get an exception instead.
 */
@ConfigurationProperties("backoff.idempotency")
record IdempotencyProperties(
        @NeedsLibrary(
                value = "redis",
                type = "org.springframework.data.redis.core.StringRedisTemplate",
                dependency = "spring-boot-starter-data-redis")
        @NeedsLibrary(
                value = "jdbc",
                type = "org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer",
                dependency = "spring-boot-starter-jdbc")
        @NeedsLibrary(
                value = "memory",
                type = "com.github.benmanes.caffeine.cache.Caffeine",
                dependency = "com.github.ben-manes.caffeine:caffeine")
        @DefaultValue("auto")
        StoreKind store,

        @DefaultValue("24h") Duration ttl,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("64KB") DataSize maxResultSize) {}
