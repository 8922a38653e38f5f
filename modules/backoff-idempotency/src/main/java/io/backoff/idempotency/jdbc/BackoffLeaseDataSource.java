package io.backoff.idempotency.jdbc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@code DataSource} on which leases of idempotency keys are renewed: the same database and schema as the
 * application's, with connections that no operation can hold. Two connections are enough for thousands of operations.
 *
 * <pre>{@code
 * @Bean(defaultCandidate = false)
 * @BackoffLeaseDataSource
 * DataSource leases() { ... }
 * }</pre>
 *
 * <p>Applications whose {@code DataSource} bean is a HikariCP pool need none: the library opens its own connections
 * beside that pool.
 */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface BackoffLeaseDataSource {}
