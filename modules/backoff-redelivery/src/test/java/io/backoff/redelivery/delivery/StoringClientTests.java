package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import io.backoff.config.SchemaInitialization;
import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.autoconfigure.DatabaseSchema;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Database;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** Instances that only store calls write them to the database and in the format of the others. */
class StoringClientTests {

    private static final Duration LONG = Duration.ofMinutes(1);
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private final ApplicationContextRunner storing = new ApplicationContextRunner()
            .withConfiguration(Stored.CONFIGURATIONS)
            .withBean(FakeTime.class)
            .withUserConfiguration(Mailer.class)
            .withPropertyValues(
                    "backoff.policies.mail.budget=none",
                    "backoff.redelivery.initialize-schema=always",
                    "db-scheduler.enabled=false");
    private final DataSource postgresql = Database.POSTGRESQL.create();

    private final ApplicationContextRunner instances = new ApplicationContextRunner()
            .withConfiguration(Stored.CONFIGURATIONS)
            .withBean(DataSource.class, () -> postgresql)
            .withUserConfiguration(Mailer.class)
            .withPropertyValues(
                    "backoff.redelivery.initialize-schema=always",
                    "backoff.policies.mail.budget=none",
                    "db-scheduler.polling-interval=100ms",
                    "db-scheduler.shutdown-max-wait=5s");

    @Test
    void storesInTheDatabaseOfTheScheduler() {
        DataSource primary = database(url);
        DataSource scheduler = database("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        createTable(scheduler);
        storing.withBean("primary", DataSource.class, () -> primary, bean -> bean.setPrimary(true))
                .withBean("scheduler", DataSource.class, () -> scheduler)
                .withBean(DbSchedulerCustomizer.class, () -> new Customizer(scheduler, null))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(Mailer.class).send("m-1");
                    assertThat(rows(scheduler)).isOne();
                    assertThat(rows(primary)).isZero();
                    assertThat(context.getBean(CallTable.class).counts()).hasSize(1);
                });
    }

    /** Neither DataSource is the only or primary one. */
    @Test
    void needsNoPrimaryOneBesideThatOfTheScheduler() {
        DataSource scheduler = database(url);
        createTable(scheduler);
        storing.withBean("other", DataSource.class, () -> database("jdbc:h2:mem:" + UUID.randomUUID()))
                .withBean("scheduler", DataSource.class, () -> scheduler)
                .withBean(DbSchedulerCustomizer.class, () -> new Customizer(scheduler, null))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(Mailer.class).send("m-1");
                    assertThat(rows(scheduler)).isOne();
                });
    }

    @Test
    void writesTimesAsTheApplicationCustomizesIt() {
        DataSource dataSource = database(url);
        List<Instant> written = new CopyOnWriteArrayList<>();
        JdbcCustomization customization = new AutodetectJdbcCustomization(dataSource) {
            @Override
            public void setInstant(PreparedStatement statement, int index, Instant value) throws SQLException {
                written.add(value);
                super.setInstant(statement, index, value);
            }
        };
        storing.withBean(DataSource.class, () -> dataSource)
                .withBean(DbSchedulerCustomizer.class, () -> new Customizer(null, customization))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(Mailer.class).send("m-1");
                    assertThat(written)
                            .containsExactly(context.getBean(FakeTime.class).instant());
                });
    }

    @Test
    void writesTimesInUtcWhereTheOthersDo() {
        DataSource dataSource = database(url + ";TIME ZONE=Asia/Tokyo");
        storing.withBean(DataSource.class, () -> dataSource)
                .withPropertyValues("db-scheduler.always-persist-timestamp-in-utc=true")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    JdbcClient client = JdbcClient.create(dataSource);
                    client.sql("alter table scheduled_tasks alter column execution_time timestamp")
                            .update();
                    context.getBean(Mailer.class).send("m-1");
                    Instant now = context.getBean(FakeTime.class).instant();
                    assertThat(due(client)).isEqualTo(now);

                    client.sql("update scheduled_tasks set task_name = ?, execution_time = '2037-12-31 00:00:00'")
                            .param(CallStore.PARKED)
                            .update();
                    context.getBean(ParkedCalls.class).resume(Set.of());
                    assertThat(due(client)).isEqualTo(now);
                });
    }

    /** Otherwise one instance would release calls that the other holds again, for ever. */
    @Test
    void leavesAloneWhatOthersHold() {
        Stored.run(
                Stored.runner(url, Mailer.class).withPropertyValues("backoff.policies.mail.enabled=false"), stored -> {
                    stored.bean(Mailer.class).send("m-1");
                    stored.makeDue();
                    long version = stored.count("select sum(version) from scheduled_tasks");
                    storing.withPropertyValues("spring.datasource.url=" + url).run(context -> {
                        assertThat(context).hasNotFailed();
                        context.getBean(RedeliveryHousekeeping.class).runNow();
                        stored.makeDue();
                        stored.time().advance(Duration.ofSeconds(5));
                        context.getBean(RedeliveryHousekeeping.class).runNow();
                    });
                    assertThat(stored.count("select sum(version) from scheduled_tasks"))
                            .isEqualTo(version);
                    assertThat(stored.parked()).isOne();
                });
    }

    @Test
    void storesWhatAnotherDeliversAndPausesIt() {
        instances.withPropertyValues("db-scheduler.enabled=false").run(storing -> {
            assertThat(storing).hasNotFailed().doesNotHaveBean(Scheduler.class);
            Mailer mailer = storing.getBean(Mailer.class);
            mailer.send("m-1");
            ParkedCalls switching = storing.getBean(ParkedCalls.class);
            switching.pause(Set.of(), "ada", "endpoint");
            instances.run(delivering -> {
                Mailer other = delivering.getBean(Mailer.class);
                mailer.send("m-2");
                await().atMost(LONG).until(() -> heldInPostgresql() == 2);
                assertThat(other.attempts()).isEmpty();
            });
            instances.run(restarted -> {
                switching.resume(Set.of());
                assertDelivered(restarted, "m-1", "m-2");
            });
            assertThat(mailer.attempts()).isEmpty();
        });
    }

    private static Instant due(JdbcClient client) {
        return client.sql("select execution_time from scheduled_tasks where task_name = ?")
                .param(CallStore.TASK)
                .query((row, number) -> row.getObject(1, LocalDateTime.class))
                .single()
                .toInstant(ZoneOffset.UTC);
    }

    private static DataSource database(String url) {
        return new SimpleDriverDataSource(new org.h2.Driver(), url, "sa", "");
    }

    private static void createTable(DataSource dataSource) {
        new DatabaseSchema(dataSource, SchemaInitialization.ALWAYS).initializeDatabase();
    }

    private static long rows(DataSource dataSource) {
        return JdbcClient.create(dataSource)
                .sql("select count(*) from scheduled_tasks")
                .query(Long.class)
                .single();
    }

    private static void assertDelivered(ApplicationContext context, String... mails) {
        Mailer mailer = context.getBean(Mailer.class);
        await().atMost(LONG).until(() -> mailer.sent().size() >= mails.length);
        assertThat(mailer.sent()).containsExactlyInAnyOrder(mails);
    }

    private long heldInPostgresql() {
        return JdbcClient.create(postgresql)
                .sql("select count(*) from scheduled_tasks where task_name = ?")
                .param(CallStore.PARKED)
                .query(Long.class)
                .single();
    }

    private record Customizer(DataSource database, JdbcCustomization customization) implements DbSchedulerCustomizer {

        @Override
        public Optional<DataSource> dataSource() {
            return Optional.ofNullable(database);
        }

        @Override
        public Optional<JdbcCustomization> jdbcCustomization() {
            return Optional.ofNullable(customization);
        }
    }
}
