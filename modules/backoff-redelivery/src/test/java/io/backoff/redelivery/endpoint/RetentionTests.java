package io.backoff.redelivery.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.delivery.DeadLetterRetention;
import io.backoff.redelivery.delivery.Stored;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The retention of dead letters. */
class RetentionTests {

    private final ApplicationContextRunner application = Stored.runner(Mailer.class)
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=backoffredeliveries",
                    "backoff.redelivery.dead-letter-retention=30d",
                    "backoff.policies.mail.max-attempts=1");

    @Test
    void deletesMoreLettersThanOneRunDoes() {
        Stored.run(application, stored -> {
            bury(stored, 1);
            stored.execute("insert into scheduled_tasks (task_name, task_instance, task_data, execution_time, picked,"
                    + " version) select task_name, random_uuid() || substring(task_instance, 37), task_data,"
                    + " execution_time, picked, version from scheduled_tasks, system_range(1, 1199)");
            stored.time().advance(Duration.ofHours(1));
            stored.tidyUp();
            assertThat(stored.dead()).isEqualTo(1_200);
            stored.time().advance(Duration.ofDays(30));
            for (int run = 0; run < 3; run++) {
                stored.tidyUp();
            }
            assertThat(stored.dead()).isZero();
        });
    }

    @Test
    void countsFromWhenTheCallEnded() {
        Stored.run(application, stored -> {
            stored.bean(Mailer.class).down(true);
            stored.bean(Mailer.class).send("m-0");
            stored.time().advance(Duration.ofDays(40));
            stored.makeDue();
            stored.tidyUp();
            assertThat(stored.dead()).isOne();
            stored.time().advance(Duration.ofDays(30).plusSeconds(1));
            stored.tidyUp();
            assertThat(stored.dead()).isZero();
        });
    }

    @Test
    void deletesNoLetterInTheSecondBefore() {
        Stored.run(application, stored -> {
            stored.time().advance(Duration.ofMillis(900));
            bury(stored, 1);
            stored.time().advance(Duration.ofDays(30).minusMillis(500));
            stored.tidyUp();
            assertThat(stored.dead()).isOne();
            stored.time().advance(Duration.ofMillis(1500));
            stored.tidyUp();
            assertThat(stored.dead()).isZero();
        });
    }

    @Test
    void deletesOldLettersThatCannotBeRead() {
        Stored.run(application, stored -> {
            bury(stored, 2);
            stored.overwrite("no JSON");
            stored.tidyUp();
            assertThat(stored.dead()).isEqualTo(2);
            stored.time().advance(Duration.ofDays(30).plusSeconds(1));
            stored.tidyUp();
            assertThat(stored.dead()).isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"365000d", "9223372036854775807s"})
    void mayBeLongerThanTheTimeSinceTheEpoch(String retention) {
        ApplicationContextRunner patient =
                application.withPropertyValues("backoff.redelivery.dead-letter-retention=" + retention);
        Stored.run(patient, stored -> {
            bury(stored, 1);
            stored.bean(DeadLetterRetention.class).run();
            assertThat(stored.dead()).isOne();
        });
    }

    private static void bury(Stored stored, int letters) {
        Mailer mailer = stored.bean(Mailer.class);
        mailer.down(true);
        for (int number = 0; number < letters; number++) {
            mailer.send("m-" + number);
        }
        stored.makeDue();
        assertThat(stored.dead()).isEqualTo(letters);
    }
}
