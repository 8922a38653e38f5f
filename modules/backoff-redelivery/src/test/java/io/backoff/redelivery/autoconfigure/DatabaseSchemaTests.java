package io.backoff.redelivery.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.SchemaInitialization;
import io.backoff.redelivery.delivery.RedeliveryRefusalTests.Accepted;
import io.backoff.redelivery.delivery.Stored;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
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
import org.springframework.jdbc.datasource.DelegatingDataSource;
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

    /** PostgreSQL fails one of two instances that create a table at the same time, {@code if not exists} or not. */
    @Test
    void isCreatedByAnotherInstanceAtTheSameTime() {
        DataSource database = new SimpleDriverDataSource(new org.h2.Driver(), "jdbc:h2:mem:both;DB_CLOSE_DELAY=-1");
        AtomicBoolean first = new AtomicBoolean(true);
        DataSource contended = new DelegatingDataSource(database) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                return proxy(Connection.class, (proxy, method, arguments) -> {
                    Object result = method.invoke(connection, arguments);
                    return result instanceof Statement statement ? failing(statement, first) : result;
                });
            }
        };
        assertThat(new DatabaseSchema(contended, SchemaInitialization.ALWAYS).initializeDatabase())
                .isTrue();
        assertThat(JdbcClient.create(database)
                        .sql("select count(*) from scheduled_tasks")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    private static Statement failing(Statement statement, AtomicBoolean first) {
        return proxy(Statement.class, (proxy, method, arguments) -> {
            if (method.getName().equals("execute") && first.getAndSet(false)) {
                throw new SQLException("duplicate key value in pg_type_typname_nsp_index", "23505");
            }
            return method.invoke(statement, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
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
