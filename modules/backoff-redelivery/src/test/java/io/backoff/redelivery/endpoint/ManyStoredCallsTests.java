package io.backoff.redelivery.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.boot.actuate.endpoint.SecurityContext.NONE;

import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.delivery.Stored;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Deleted;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Report;
import io.backoff.redelivery.endpoint.RedeliveryEndpointTests.Mailer;
import io.backoff.testkit.Database;
import io.backoff.testkit.Measured;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A million calls in PostgreSQL, half of them dead letters, compared with a tenth as many. */
@Tag("scale")
class ManyStoredCallsTests {

    private static final int CALLS = 1_000_000;

    @Test
    void costsGrowNoFasterThanTheTable() throws Exception {
        measure(CALLS / 10); // Warms up.
        Measured tenth = measure(CALLS / 10);
        measure(CALLS).isLinearTo(tenth);
    }

    private static Measured measure(int calls) throws Exception {
        Measured measured = new Measured("%,d calls".formatted(calls));
        ApplicationContextRunner application = Stored.runner(url(), Mailer.class)
                .withPropertyValues(
                        "spring.datasource.username=postgres",
                        "backoff.redelivery.initialize-schema=always",
                        "management.endpoints.web.exposure.include=backoffredeliveries");
        Stored.run(application, stored -> {
            store(stored, calls / 2);
            RedeliveryEndpoint endpoint = stored.bean(RedeliveryEndpoint.class);
            measured.step("counts for the meters", () -> {
                stored.tidyUp();
                return null;
            });
            Report first = measured.step("first page", () -> report(endpoint, null, "0"));
            assertThat(first.total()).isEqualTo(calls / 2);
            assertThat(first.deadLetters()).hasSize(100);
            measured.step("last page", () -> report(endpoint, null, Integer.toString(calls / 200 - 1)));
            measured.step("page of a filter", () -> report(endpoint, "half deployed", "0"));
            String id = first.deadLetters().get(7).id();
            measured.step("one dead letter", () -> endpoint.deadLetter(id));
            measured.step("redrive one", () -> endpoint.redrive(NONE, id));
            measured.step("store", () -> {
                stored.bean(Mailer.class).send("one more");
                return null;
            });
            measured.step("pause", () -> endpoint.redriveAll(NONE, "Mailer.send", null, null, null, "true", null));
            Object deleted = measured.step(
                    "delete all",
                    () -> endpoint.deleteAll(NONE, "Mailer.send", null, null, null)
                            .getBody());
            assertThat(deleted).isEqualTo(new Deleted(calls / 2 - 1));
        });
        return measured;
    }

    private static String url() throws SQLException {
        try (var connection = Database.POSTGRESQL.create().getConnection()) {
            return connection.getMetaData().getURL();
        }
    }

    /** Stores this many calls that are due much later, and as many dead letters: copies of one of each. */
    private static void store(Stored stored, int each) {
        Mailer mailer = stored.bean(Mailer.class);
        mailer.send("dead");
        stored.makeDue();
        mailer.send("waiting");
        copy(stored, DeadLetters.TASK, each);
        copy(stored, CallStore.TASK, each);
        stored.execute(
                "update scheduled_tasks set execution_time = execution_time + interval '1 day' where task_name = '"
                        + CallStore.TASK + "'");
        stored.execute("analyze scheduled_tasks");
    }

    private static void copy(Stored stored, String task, int count) {
        stored.execute("""
                insert into scheduled_tasks (task_name, task_instance, task_data, execution_time, picked, version)
                select task_name, gen_random_uuid()::text || substr(task_instance, 37), task_data, execution_time,
                  false, 1 from scheduled_tasks, generate_series(2, %d) where task_name = '%s'
                """.formatted(count, task));
    }

    private static Report report(RedeliveryEndpoint endpoint, String failure, String page) {
        return (Report)
                endpoint.deadLetters(null, failure, null, null, page, "100").getBody();
    }
}
