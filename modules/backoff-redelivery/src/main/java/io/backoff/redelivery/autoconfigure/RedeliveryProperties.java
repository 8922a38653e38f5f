package io.backoff.redelivery.autoconfigure;

import io.backoff.config.NeedsLibrary;
import io.backoff.config.SchemaInitialization;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of stored calls.
 *
 * @param initializeSchema When to create the table of stored calls.
 * @param deadLetterRetention Time for which dead letters are kept; 0 for unlimited.
 */
@ConfigurationProperties("backoff.redelivery")
@NeedsLibrary(
        type = "com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer",
        dependency = "com.github.kagkarlsson:db-scheduler-spring-boot-4-starter")
record RedeliveryProperties(
        @DefaultValue("embedded") SchemaInitialization initializeSchema,
        @DefaultValue("0") Duration deadLetterRetention) {}
