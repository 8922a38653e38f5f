package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.method.RedeliveredMethods;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Housekeeping, and its failures. */
@ExtendWith(OutputCaptureExtension.class)
class HousekeepingTests {

    private final ApplicationContextRunner application =
            Stored.runner(Mailer.class).withPropertyValues("backoff.policies.mail.max-attempts=1");
    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

    /** Copies rows under the keys of an earlier version. */
    private static final String COPY_WITH_BARE_NAME =
            "insert into scheduled_tasks (task_name, task_instance, task_data, execution_time, picked, version) select"
                    + " task_name, " + CallId.ID_SQL + ", task_data, execution_time, picked, version"
                    + " from scheduled_tasks";

    @Test
    void aRowThatCannotBeRenamedKeepsNothingElseFromBeingDone(CapturedOutput output) {
        Stored.run(application, stored -> {
            Mailer mailer = stored.bean(Mailer.class);
            mailer.send("m-1");
            stored.execute(COPY_WITH_BARE_NAME);
            mailer.send("m-2");
            stored.execute("update scheduled_tasks set task_instance = " + CallId.ID_SQL
                    + " where position('m-2' in utf8tostring(task_data)) > 0");
            stored.bean(HeldCalls.class).pause(Set.of());
            stored.makeDue();
            assertThat(mailer.sent()).isEmpty();
            stored.execute("delete from scheduled_tasks where task_name = '" + DeliveryPauses.TASK + "'");
            stored.time().advance(Duration.ofSeconds(10));
            logging.setLogLevel(RowNaming.class.getName(), LogLevel.WARN);
            stored.tidyUp();
            stored.tidyUp();
            logging.setLogLevel(RowNaming.class.getName(), null);
            assertThat(output.getOut()).containsOnlyOnce("cannot be renamed");
            assertThat(stored.count("select count(*) from scheduled_tasks where task_instance not like '%:%'"))
                    .isOne();
            stored.makeDue();
            assertThat(mailer.sent()).contains("m-1", "m-2");
        });
    }

    @Test
    void aFailingJobIsReportedOnceAndStopsNoOther(CapturedOutput output) {
        Stored.run(application, stored -> {
            List<String> done = new ArrayList<>();
            RedeliveryHousekeeping housekeeping = housekeeping(
                    stored,
                    stored.time(),
                    List.of(
                            () -> {
                                throw new IllegalStateException("first");
                            },
                            () -> done.add("second")),
                    new ArrayList<>());
            logging.setLogLevel(RedeliveryHousekeeping.class.getName(), LogLevel.WARN);
            housekeeping.runNow();
            housekeeping.runNow();
            logging.setLogLevel(RedeliveryHousekeeping.class.getName(), null);
            assertThat(done).containsExactly("second", "second");
            assertThat(output.getOut()).containsOnlyOnce("Housekeeping of stored calls failed");
        });
    }

    @Test
    void beginsNothingAfterItIsClosed() {
        Stored.run(application, stored -> {
            FakeTime time = new FakeTime();
            List<Runnable> begun = new ArrayList<>();
            List<RedeliveryHousekeeping> closing = new ArrayList<>();
            closing.add(housekeeping(stored, time, List.of(() -> closing.get(0).destroy()), begun));
            closing.get(0).afterSingletonsInstantiated();
            time.advance(Duration.ofSeconds(5));
            assertThat(begun).hasSize(1);
            begun.get(0).run();
            time.advance(Duration.ofMinutes(1));
            assertThat(begun).hasSize(1);
        });
    }

    private static RedeliveryHousekeeping housekeeping(
            Stored stored, FakeTime time, List<Runnable> work, List<Runnable> begun) {
        return new RedeliveryHousekeeping(stored.bean(RedeliveredMethods.class), work, begun::add, time);
    }
}
