package io.backoff.modulith;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.InvalidPropertyException;
import io.backoff.testkit.Database;
import io.backoff.testkit.Rejections;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** The table of publications that have ended. */
class EndedPublicationsTests {

    private static final Duration DELAY = Duration.ofSeconds(10);

    /** Covers all statements on this table. */
    @ParameterizedTest
    @EnumSource
    void keepsAndForgetsThem(Database database) {
        on(database.create()).run(context -> {
            Orders orders = new Orders(context);
            orders.listener().failForGood();
            orders.publish("tea");
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).hasSize(1);
            assertThat(orders.attempts()).containsExactly(1);
            assertThat(orders.ended()).containsExactly("1 not_retryable");

            orders.database()
                    .sql("UPDATE EVENT_PUBLICATION SET COMPLETION_ATTEMPTS = 0")
                    .update();
            orders.listener().failFor(0);
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.statuses()).containsExactly("COMPLETED");
            assertThat(orders.ended()).isEmpty();
        });
    }

    @Test
    void areThoseOfAllInstances() {
        DataSource database = Database.H2.create();
        on(database).run(context -> {
            Orders one = new Orders(context);
            one.listener().failForGood();
            one.publish("tea");
        });
        on(database).run(context -> {
            Orders next = new Orders(context);
            next.poll();
            next.pollAfter(DELAY);
            assertThat(next.listener().calls).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "H2, backoff.modulith.initialize-schema=never, schema-h2.sql",
        "POSTGRESQL, backoff.modulith.initialize-schema=embedded, schema-postgresql.sql",
        "H2, spring.modulith.events.jdbc.schema-initialization.enabled=false, schema-h2.sql"
    })
    void saysWhatToDoWithoutTheirTable(Database database, String property, String script) {
        on(database.create())
                .withPropertyValues(property)
                .run(context -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                        .isInstanceOf(InvalidPropertyException.class)
                        .hasMessageContaining("'backoff.modulith.initialize-schema'")
                        .hasMessageContaining("the table backoff_ended_publication cannot be read")
                        .satisfies(Rejections::areExplained)
                        .extracting("remedy")
                        .asString()
                        .contains(script));
    }

    @Test
    void mayBeInATableThatTheApplicationCreates() {
        DataSource database = Database.POSTGRESQL.create();
        new ResourceDatabasePopulator(script("postgresql")).execute(database);
        on(database)
                .withPropertyValues("backoff.modulith.initialize-schema=never")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "hsqldb", "postgresql", "mysql", "mariadb", "oracle", "sqlserver"})
    void haveAScriptForEachDatabaseOfModulith(String platform) {
        assertThat(script(platform).exists()).isTrue();
        RuntimeHints hints = new RuntimeHints();
        new PublicationSchemaHints().registerHints(hints, null);
        assertThat(RuntimeHintsPredicates.resource()
                        .forResource(script(platform).getPath()))
                .accepts(hints);
    }

    private static ClassPathResource script(String platform) {
        return new ClassPathResource("io/backoff/modulith/schema-" + platform + ".sql");
    }

    private static ApplicationContextRunner on(DataSource database) {
        return Orders.application()
                .withBean("dataSource", DataSource.class, () -> database, bean -> bean.setDestroyMethodName(""));
    }
}
