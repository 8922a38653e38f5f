package io.backoff.docs.code.idempotency;

import io.backoff.idempotency.jdbc.BackoffLeaseDataSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@Configuration(proxyBeanMethods = false)
class LeaseConnections {

    @Value("${spring.datasource.url}")
    private String url;

    @Bean(defaultCandidate = false)
    @BackoffLeaseDataSource
    DataSource leases() {
        return new DriverManagerDataSource(url, "shop", "secret");
    }
}
