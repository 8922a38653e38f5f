package io.backoff.redelivery.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.SchemaInitialization;
import io.backoff.redelivery.delivery.RedeliveryRefusalTests.Accepted;
import io.backoff.redelivery.delivery.Stored;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

class DatabaseSchemaTests {

    private static final String RULE = "backoff.redelivery.initialize-schema=";

    private final ApplicationContextRunner embedded = Stored.runner(Accepted.class);

    @Test
    void isCreatedInAnEmbeddedDatabase() {
        assertThat(tables(embedded)).isOne();
    }

    @Test
    void isNotCreatedWhereSomebodyElseDoes() {
        assertThat(tables(embedded.withPropertyValues(RULE + "never"))).isZero();
    }

    @Test
    void isNotCreatedUnderAnotherName() {
        assertThat(tables(embedded.withPropertyValues("db-scheduler.table-name=jobs")))
                .isZero();
    }

    @Test
    void isNotCreatedInAServerUnlessConfigured(@TempDir Path directory) {
        String server = "jdbc:h2:file:" + directory.resolve("server");
        assertThat(tables(Stored.runner(server, Accepted.class))).isZero();
        ApplicationContextRunner always = Stored.runner(server, Accepted.class).withPropertyValues(RULE + "always");
        assertThat(tables(always)).isOne();
        assertThat(tables(always)).as("a second start").isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgresql", "mysql", "mariadb"})
    void thereIsAScriptFor(String platform) {
        assertThat(new ClassPathResource("io/backoff/redelivery/schema-" + platform + ".sql").exists())
                .isTrue();
    }

    @Test
    void isThereBeforeBeansThatUseTheDatabase() {
        embedded.withUserConfiguration(Reading.class)
                .run(running -> assertThat(running.getBean(Reader.class).rows()).isZero());
    }

    @Test
    void asksNoDatabaseThatIsDownWhereSomebodyElseCreatesIt() {
        DataSource down = new SimpleDriverDataSource(new org.h2.Driver(), "jdbc:h2:tcp://localhost:1/none");
        assertThat(new DatabaseSchema(down, SchemaInitialization.NEVER).initializeDatabase())
                .isFalse();
    }

    private static long tables(ApplicationContextRunner runner) {
        long[] tables = new long[1];
        runner.run(running -> tables[0] = JdbcClient.create(running.getBean(DataSource.class))
                .sql("select count(*) from information_schema.tables where lower(table_name) = 'scheduled_tasks'")
                .query(Long.class)
                .single());
        return tables[0];
    }

    @Configuration(proxyBeanMethods = false)
    static class Reading {

        @Bean
        @DependsOnDatabaseInitialization
        Reader reader(DataSource dataSource) {
            return new Reader(JdbcClient.create(dataSource)
                    .sql("select count(*) from scheduled_tasks")
                    .query(Long.class)
                    .single());
        }
    }

    record Reader(long rows) {}
}
