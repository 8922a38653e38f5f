package io.backoff.redelivery.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.boot.actuate.endpoint.SecurityContext.NONE;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.delivery.Stored;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Deleted;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The retention of dead letters, including those of earlier versions. */
class RetentionTests {

    private static final String BARE_NAMES = "update scheduled_tasks set task_instance = " + CallId.ID_SQL;

    private final ApplicationContextRunner application = Stored.runner(Mailer.class)
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=backoffredeliveries",
                    "backoff.redelivery.dead-letter-retention=30d",
                    "backoff.policies.mail.max-attempts=1");

    /** With more rows than are renamed in one run. */
    @Test
    void keepsYoungLettersOfAnEarlierVersion() {
        Stored.run(application, stored -> {
            bury(stored, 1);
            stored.execute(BARE_NAMES);
            stored.execute("insert into scheduled_tasks (task_name, task_instance, task_data, execution_time, picked,"
                    + " version) select task_name, random_uuid(), task_data, execution_time, picked, version"
                    + " from scheduled_tasks, system_range(1, 1199)");
            stored.time().advance(Duration.ofHours(1));
            for (int pass = 0; pass < 4; pass++) {
                stored.tidyUp();
                assertThat(stored.dead()).isEqualTo(1_200);
            }
            stored.time().advance(Duration.ofDays(30));
            for (int pass = 0; pass < 3; pass++) {
                stored.tidyUp();
            }
            assertThat(stored.dead()).isZero();
        });
    }

    @ParameterizedTest
    @CsvSource({", 2000-01-01T00:00:00Z", "2000-01-01T00:00:00Z, 2000-01-02T00:00:00Z", "2050-01-01T00:00:00Z,"})
    void deletesNoLetterOfUnknownTimeByTime(@Nullable String since, @Nullable String until) {
        Stored.run(application, stored -> {
            bury(stored, 2);
            stored.execute(BARE_NAMES);
            RedeliveryEndpoint endpoint = stored.bean(RedeliveryEndpoint.class);
            assertThat(endpoint.deleteAll(NONE, null, null, since, until).getBody())
                    .isEqualTo(new Deleted(0));
            assertThat(stored.dead()).isEqualTo(2);
        });
    }

    /** The previous version keeps the key under which the call was stored. */
    @Test
    void countsFromTheLastAttemptOfWhatTheVersionBeforeBuries() {
        Stored.run(application, stored -> {
            bury(stored, 2);
            Instant stop = stored.time().instant();
            Instant storedAt = stop.minus(Duration.ofDays(40));
            stored.execute("update scheduled_tasks set task_instance = replace(task_instance, '" + CallId.second(stop)
                    + "', '" + CallId.second(storedAt) + "')");
            stored.tidyUp();
            assertThat(stored.dead()).isEqualTo(2);
            assertThat(stored.count("select count(*) from scheduled_tasks where task_instance like '%:"
                            + CallId.second(stop) + ":Mailer.send'"))
                    .isEqualTo(2);
            stored.time().advance(Duration.ofDays(30).plusSeconds(1));
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
