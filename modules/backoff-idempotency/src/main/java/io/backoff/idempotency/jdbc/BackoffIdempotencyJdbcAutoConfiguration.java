package io.backoff.idempotency.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.backoff.engine.TimeSource;
import io.backoff.idempotency.method.AdvicePosition;
import io.backoff.idempotency.method.IdempotentAdvisor;
import io.backoff.idempotency.method.IdempotentInvoker;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Stores idempotency keys in a database.
 *
 * <p>The advisor of this configuration must run inside transactions. If two advisors have the same order, the first to
 * be registered is the outer one. Therefore, this configuration runs after Spring Boot's configuration of transactions.
 */
@AutoConfiguration(
        afterName = {
            "io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
        })
@ConditionalOnClass({JdbcTemplate.class, DataSourceScriptDatabaseInitializer.class})
@ConditionalOnSingleCandidate(DataSource.class)
@ImportRuntimeHints(IdempotencySchemaHints.class)
@EnableConfigurationProperties(IdempotencyJdbcProperties.class)
public final class BackoffIdempotencyJdbcAutoConfiguration {

    BackoffIdempotencyJdbcAutoConfiguration() {}

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static IdempotentAdvisor backoffInTransactionAdvisor(ObjectProvider<IdempotentInvoker> invoker) {
        return new IdempotentAdvisor(AdvicePosition.IN_TRANSACTION, invoker::getObject, Ordered.LOWEST_PRECEDENCE);
    }

    @Bean
    StoreDataSources backoffStoreDataSources(
            DataSource dataSource,
            @BackoffLeaseDataSource ObjectProvider<DataSource> leases,
            ObjectProvider<LeaseConnections.Factory> pools) {
        return new StoreDataSources(dataSource, leases, pools);
    }

    @Bean
    JdbcStoreProvider backoffJdbcStore(
            StoreDataSources sources,
            IdempotencyJdbcProperties properties,
            TimeSource time,
            BeanFactory beans,
            Environment environment) {
        return new JdbcStoreProvider(sources, properties, time, beans, environment);
    }

    /** Support for HikariCP, the pool that Spring Boot prefers. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HikariDataSource.class)
    @ImportRuntimeHints(LeasePoolHints.class)
    static class Hikari {

        @Bean
        LeaseConnections.Factory backoffLeasePools() {
            return LeasePool::beside;
        }
    }
}
