package io.backoff.idempotency.autoconfigure;

import io.backoff.idempotency.claim.StoreKind;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of idempotent operations.
 *
 * @param store Where keys are kept.
 * @param ttl How long the outcome of an operation is kept.
 * @param lease How long an operation counts as in progress after the process that ran it has died.
 * @param maxResultSize Largest result that is kept; for a larger one, duplicates learn only that it exists.
 */
@ConfigurationProperties("backoff.idempotency")
record IdempotencyProperties(
        @DefaultValue("auto") StoreKind store,
        @DefaultValue("24h") Duration ttl,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("64KB") DataSize maxResultSize) {}
