package io.backoff.idempotency.autoconfigure;

import io.backoff.config.NeedsLibrary;
import io.backoff.idempotency.claim.StoreKind;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of idempotent operations.
 *
 * @param store Where idempotency keys are stored.
 * @param ttl How long the outcome of an operation is kept.
 * @param lease How long an operation counts as in progress after the process that ran it has died.
 * @param maxResultSize Largest result that is kept; for a larger one, duplicates learn only that it exists.
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
