package io.backoff.testkit;

import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/**
 * Configures Hibernate, which creates its tables in the application's data source. A subclass is a configuration class
 * and names the entities.
 */
public abstract class JpaConfiguration {

    private final String[] entities;

    protected JpaConfiguration(Class<?>... entities) {
        this.entities = Stream.of(entities).map(Class::getName).toArray(String[]::new);
    }

    @Bean
    public LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(dataSource);
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.setManagedTypes(PersistenceManagedTypes.of(entities));
        factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "create"));
        return factory;
    }

    @Bean
    public JpaTransactionManager transactionManager(EntityManagerFactory factory) {
        return new JpaTransactionManager(factory);
    }
}
