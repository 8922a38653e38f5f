package io.backoff.idempotency.jdbc;

import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.testkit.Applications;
import io.backoff.transaction.BackoffTransactionAutoConfiguration;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/** Applications with a database, as Spring Boot configures them. */
public final class JdbcApplication {

    private JdbcApplication() {}

    public static ApplicationContextRunner with(DataSource dataSource, Class<?>... beans) {
        return Applications.backoff(
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        BackoffIdempotencyAutoConfiguration.class,
                        BackoffIdempotencyJsonAutoConfiguration.class,
                        BackoffTransactionAutoConfiguration.class,
                        BackoffIdempotencyJdbcAutoConfiguration.class)
                .withPropertyValues("backoff.idempotency.jdbc.initialize-schema=always")
                .withBean(DataSource.class, () -> dataSource)
                .withUserConfiguration(beans);
    }
}
