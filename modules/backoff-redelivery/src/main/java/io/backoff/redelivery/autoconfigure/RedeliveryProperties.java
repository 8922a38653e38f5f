package io.backoff.redelivery.autoconfigure;

import io.backoff.config.SchemaInitialization;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Calls that are stored and made later.
 *
 * @param initializeSchema When to create the table of stored calls.
 * @param deadLetterRetention How long dead letters are kept; 0 keeps them forever.
 */
@ConfigurationProperties("backoff.redelivery")
record RedeliveryProperties(
        @DefaultValue("embedded") SchemaInitialization initializeSchema,
        @DefaultValue("0") Duration deadLetterRetention) {}
