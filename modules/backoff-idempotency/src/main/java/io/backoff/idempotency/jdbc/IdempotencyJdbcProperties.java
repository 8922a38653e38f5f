package io.backoff.idempotency.jdbc;

import io.backoff.config.NeedsLibrary;
import io.backoff.config.SchemaInitialization;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of idempotency keys in a database.
 *
 * @param mode How keys relate to the transaction of the operation.
 * @param initializeSchema Whether the table is created at startup.
 */
@ConfigurationProperties("backoff.idempotency.jdbc")
@NeedsLibrary(
        type = "org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer",
        dependency = "spring-boot-starter-jdbc")
record IdempotencyJdbcProperties(
        @DefaultValue("same-transaction") JdbcMode mode,
        @DefaultValue("embedded") SchemaInitialization initializeSchema) {}
