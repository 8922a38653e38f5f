package io.backoff.idempotency.jdbc;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.transaction.BackoffTransactionAutoConfiguration;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/** Applications with a database, as Spring Boot configures them. */
public final class JdbcApplication {

    private JdbcApplication() {}

    public static ApplicationContextRunner with(DataSource dataSource, Class<?>... beans) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffIdempotencyAutoConfiguration.class,
                        BackoffIdempotencyJsonAutoConfiguration.class,
                        BackoffTransactionAutoConfiguration.class,
                        BackoffIdempotencyJdbcAutoConfiguration.class))
                .withPropertyValues("backoff.idempotency.jdbc.initialize-schema=always")
                .withBean(DataSource.class, () -> dataSource)
                .withUserConfiguration(beans);
    }
}
