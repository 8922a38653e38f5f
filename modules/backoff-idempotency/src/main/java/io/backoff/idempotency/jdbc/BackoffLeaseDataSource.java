package io.backoff.idempotency.jdbc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@code DataSource} for renewing leases of idempotency keys. The marked bean must use the same database and
 * schema as the application's {@code DataSource}, but separate connections, which operations cannot exhaust. Two
 * connections are enough for thousands of operations.
 *
 * <pre>{@code
 * @Bean(defaultCandidate = false)
 * @BackoffLeaseDataSource
 * DataSource leases() { ... }
 * }</pre>
 *
 * <p>Such a bean is not needed if the application's {@code DataSource} bean is a HikariCP pool, because Backoff
 * then opens its own connections beside that pool.
 *
 * @since 0.1.0
 */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface BackoffLeaseDataSource {}
