package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Idempotent;
import io.backoff.idempotency.claim.IdempotencyMeters;
import io.backoff.testkit.Database;
import io.backoff.testkit.Logged;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;

@Logged(names = "io.backoff.idempotency.autoconfigure.StoreChoice", level = LogLevel.INFO)
class BackoffIdempotencyJdbcAutoConfigurationTests {

    @Test
    void isChosenBeforeMemoryAndSaysSo(CapturedOutput output) {
        h2().withBean(IdempotencyMeters.Factory.class, () -> store -> {
                    assertThat(store).isEqualTo("jdbc");
                    return IdempotencyMeters.NONE;
                })
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("Idempotency keys are kept in store 'jdbc' (backoff.idempotency.store: auto)");
    }

    @Test
    void leavesTheDatabaseAloneWhereMemoryIsAskedFor(CapturedOutput output) {
        h2().withPropertyValues("backoff.idempotency.store=memory").run(context -> {
            assertThat(output).contains("'memory' (backoff.idempotency.store: memory); other instances");
            assertThat(tables(context.getBean(JdbcTemplate.class))).isZero();
        });
    }

    @Test
    void leavesTheDatabaseAloneWithoutAnnotatedMethods() {
        JdbcApplication.with(Database.H2.create())
                .run(context ->
                        assertThat(tables(context.getBean(JdbcTemplate.class))).isZero());
    }

    @Test
    void createsItsTableInEmbeddedDatabases() {
        h2().withPropertyValues("backoff.idempotency.jdbc.initialize-schema=embedded")
                .run(context ->
                        assertThat(tables(context.getBean(JdbcTemplate.class))).isEqualTo(1));
    }

    @Test
    void createsItsTableInAnyDatabaseAndMoreThanOnce() {
        var database = Database.POSTGRESQL.create();
        for (var i = 0; i < 2; i++) {
            JdbcApplication.with(database, Shop.class)
                    .run(context -> assertThat(context).hasNotFailed());
        }
    }

    @ParameterizedTest
    @CsvSource({"H2,never,schema-h2.sql", "POSTGRESQL,embedded,schema-postgresql.sql"})
    void saysWhatToDoWhereTheTableIsMissing(Database database, String when, String script) {
        JdbcApplication.with(database.create(), Shop.class)
                .withPropertyValues("backoff.idempotency.jdbc.initialize-schema=" + when)
                .run(context -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                        .hasMessageContaining("'backoff.idempotency.jdbc.initialize-schema'")
                        .hasMessageContaining("the table backoff_idempotency cannot be read")
                        .extracting("remedy")
                        .asString()
                        .contains(script));
    }

    @ParameterizedTest
    @CsvSource({"PostgreSQL,POSTGRESQL", "MySQL,MYSQL", "MariaDB,MYSQL", "H2,H2", "Oracle,OTHER"})
    void knowsDatabases(String product, Dialect dialect) {
        assertThat(Dialect.of(product)).isEqualTo(dialect);
    }

    @ParameterizedTest
    @CsvSource({"postgresql", "mysql", "mariadb", "h2"})
    void bringsScripts(String platform) {
        assertThat(new ClassPathResource("io/backoff/idempotency/jdbc/schema-" + platform + ".sql").exists())
                .isTrue();
    }

    @Test
    void isAbsentWithoutSpringJdbc() {
        JdbcApplication.with(Database.H2.create())
                .withClassLoader(new FilteredClassLoader(JdbcTemplate.class))
                .run(context -> assertThat(context).doesNotHaveBean(JdbcStoreProvider.class));
    }

    @Test
    void isAbsentWithSeveralDatabases() {
        JdbcApplication.with(Database.H2.create())
                .withBean("other", DataSource.class, Database.H2::create)
                .run(context -> assertThat(context).doesNotHaveBean(JdbcStoreProvider.class));
    }

    private static ApplicationContextRunner h2() {
        return JdbcApplication.with(Database.H2.create(), Shop.class);
    }

    private static int tables(JdbcTemplate jdbc) {
        return jdbc.queryForList("SELECT * FROM information_schema.tables WHERE table_name = 'BACKOFF_IDEMPOTENCY'")
                .size();
    }

    static class Shop {

        @Idempotent(key = "#id")
        public void place(String id) {}
    }
}
