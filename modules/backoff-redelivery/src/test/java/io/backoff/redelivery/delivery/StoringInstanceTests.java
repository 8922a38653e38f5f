package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.CallStore;
import io.backoff.testkit.Database;
import java.time.Duration;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An instance that only stores calls beside one that delivers, on PostgreSQL, with running schedulers. */
class StoringInstanceTests {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final DataSource database = Database.POSTGRESQL.create();
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(Stored.CONFIGURATIONS)
            .withBean(DataSource.class, () -> database)
            .withUserConfiguration(Mailer.class)
            .withPropertyValues(
                    "backoff.redelivery.initialize-schema=always",
                    "backoff.policies.mail.budget=none",
                    "db-scheduler.polling-interval=100ms",
                    "db-scheduler.shutdown-max-wait=5s");

    @Test
    void storesWhatAnotherDeliversAndPausesIt() {
        application.withPropertyValues("db-scheduler.enabled=false").run(storing -> {
            assertThat(storing).hasNotFailed().doesNotHaveBean(Scheduler.class);
            Mailer mailer = storing.getBean(Mailer.class);
            mailer.send("m-1");
            ParkedCalls switching = storing.getBean(ParkedCalls.class);
            switching.pause(Set.of(), "ada", "endpoint");
            application.run(delivering -> {
                Mailer other = delivering.getBean(Mailer.class);
                mailer.send("m-2");
                await().atMost(LONG).until(() -> parked() == 2);
                assertThat(other.attempts()).isEmpty();
            });
            application.run(restarted -> {
                switching.resume(Set.of());
                assertDelivered(restarted, "m-1", "m-2");
            });
            assertThat(mailer.attempts()).isEmpty();
        });
    }

    private static void assertDelivered(ApplicationContext context, String... mails) {
        Mailer mailer = context.getBean(Mailer.class);
        await().atMost(LONG).until(() -> mailer.sent().size() >= mails.length);
        assertThat(mailer.sent()).containsExactlyInAnyOrder(mails);
    }

    private long parked() {
        return JdbcClient.create(database)
                .sql("select count(*) from scheduled_tasks where task_name = ?")
                .param(CallStore.PARKED)
                .query(Long.class)
                .single();
    }
}
