package io.backoff.aspectj.shop;

import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.annotation.EnableTransactionManagement;

@Configuration
@EnableAutoConfiguration
@EnableTransactionManagement
public class ShopApplication {

    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext running = SpringApplication.run(ShopApplication.class, arguments)) {
            System.out.println("Attempts: " + running.getBean(Till.class).sell());
        }
    }

    @Bean
    LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource database) {
        HibernateJpaVendorAdapter hibernate = new HibernateJpaVendorAdapter();
        hibernate.setGenerateDdl(true);
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setJpaVendorAdapter(hibernate);
        factory.setDataSource(database);
        factory.setPackagesToScan(ShopApplication.class.getPackageName());
        return factory;
    }

    @Bean
    JpaTransactionManager transactionManager(EntityManagerFactory entities) {
        return new JpaTransactionManager(entities);
    }

    @Bean
    Till till(EntityManagerFactory entities) {
        return new Till(SharedEntityManagerCreator.createSharedEntityManager(entities));
    }
}
