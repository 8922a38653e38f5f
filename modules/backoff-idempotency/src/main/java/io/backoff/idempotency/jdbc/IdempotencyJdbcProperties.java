package io.backoff.idempotency.jdbc;

import io.backoff.config.NeedsLibrary;
import io.backoff.config.SchemaInitialization;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The store of idempotency keys in a database.
 *
 * @param mode Whether keys are written in the transaction of the operation, or before and after it.
 * @param initializeSchema When to create the table of idempotency keys.
 */
@ConfigurationProperties("backoff.idempotency.jdbc")
@NeedsLibrary(
        type = "org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer",
        dependency = "spring-boot-starter-jdbc")
record IdempotencyJdbcProperties(
        @DefaultValue("same-transaction") JdbcMode mode,
        @DefaultValue("embedded") SchemaInitialization initializeSchema) {}
