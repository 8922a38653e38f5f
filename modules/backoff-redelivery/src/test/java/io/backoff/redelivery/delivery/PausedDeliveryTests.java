package io.backoff.redelivery.delivery;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.CallStore;
import io.backoff.testkit.Logged;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;

/** Calls that are held while delivery is paused. */
@Logged(value = DeliveryPauses.class, level = LogLevel.INFO)
class PausedDeliveryTests {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final ApplicationContextRunner application = Stored.runner(url, Mailer.class)
            .withPropertyValues(policy(
                    "mail", "strategy=constant, delay=1m, max-delay=1m, jitter=none, max-elapsed=10m, budget=none"));

    @Test
    void theIncidentSwitchKeepsCalls() {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            mailer.down(true);
            stored.change("default", "enabled", "false");
            IntStream.range(0, 60).forEach(number -> mailer.send("m-" + number));
            for (int minute = 0; minute < 20; minute++) {
                stored.makeDue();
                stored.tidyUp();
                stored.time().advance(Duration.ofMinutes(1));
            }
            assertThat(mailer.attempts()).isEmpty();
            assertThat(stored.waiting()).isEqualTo(60);
            assertThat(stored.dead()).isZero();

            mailer.down(false);
            stored.change("default", "enabled", "true");
            stored.tidyUp();
            while (stored.waiting() > 0) {
                stored.makeDue();
            }
            assertThat(mailer.attempts()).hasSize(60).containsOnly(1);
            assertThat(stored.waiting() + stored.dead()).isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"backoff.enabled", "backoff.policies.default.enabled", "backoff.policies.mail.enabled"})
    void whatIsConfiguredSoWaitsForARestart(String property) {
        Stored.run(application.withPropertyValues(property + "=false"), Mailer.class, (stored, mailer) -> {
            mailer.send("m-1");
            stored.makeDue();
            assertThat(mailer.attempts()).isEmpty();
        });
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            stored.tidyUp();
            stored.makeDue();
            assertThat(mailer.attempts()).containsExactly(1);
        });
    }

    @Test
    void anotherInstanceDeliversWhatOneHolds() {
        Stored.run(
                application.withPropertyValues("backoff.policies.mail.enabled=false"),
                Mailer.class,
                (disabled, mailer) -> {
                    mailer.send("m-1");
                    disabled.makeDue();
                    Stored.run(application, Mailer.class, (other, others) -> {
                        other.tidyUp();
                        other.makeDue();
                        assertThat(others.attempts()).containsExactly(1);
                    });
                    assertThat(disabled.waiting()).isZero();
                });
    }

    /** The limit of the policy is ten minutes, and the pause takes an hour. */
    @Test
    void aPauseTakesNoTimeFromTheLimit() {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            mailer.down(true);
            mailer.send("m-1");
            stored.makeNext();
            stored.time().advance(Duration.ofSeconds(30));
            stored.pause();
            for (int minute = 0; minute < 60; minute++) {
                stored.time().advance(Duration.ofMinutes(1));
                stored.makeDue();
            }
            stored.resume();
            stored.makeDue();
            assertThat(mailer.attempts()).containsExactly(1, 2);
            assertThat(stored.makeNext()).isEqualTo(Duration.ofMinutes(1));
            assertThat(mailer.attempts()).containsExactly(1, 2, 3);
        });
    }

    @Test
    void timeThatPassedBeforeThePauseCounts() {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            mailer.down(true);
            mailer.send("m-1");
            stored.makeNext();
            stored.time().advance(Duration.ofMinutes(1));
            stored.pause();
            stored.makeDue();
            stored.time().advance(Duration.ofHours(1));
            stored.resume();
            stored.time().advance(Duration.ofMinutes(1));
            stored.makeDue();
            assertThat(mailer.attempts()).containsExactly(1, 2);
            assertThat(stored.data())
                    .contains("\"parkedFor\":" + Duration.ofMinutes(61).toNanos());
        });
    }

    @Test
    void aPauseIsThatOfAllInstancesAndOutlivesThem() {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            mailer.send("m-1");
            stored.pause("Mailer.send");
        });
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            stored.makeDue();
            mailer.send("m-2");
            mailer.bill("m-3");
            stored.makeDue();
            stored.tidyUp();
            stored.makeDue();
            assertThat(mailer.sent()).containsExactly("bill m-3");
            Stored.run(application, Mailer.class, (other, others) -> other.resume("Mailer.send"));
            stored.time().advance(Duration.ofSeconds(1));
            stored.makeDue();
            assertThat(mailer.sent()).containsExactlyInAnyOrder("bill m-3", "m-1", "m-2");
        });
    }

    @Test
    void oneMethodIsResumedWhereAllArePaused() {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            stored.pause();
            mailer.send("m-1");
            mailer.bill("m-2");
            stored.makeDue();
            assertThat(mailer.sent()).isEmpty();
            stored.resume("bill");
            stored.makeDue();
            assertThat(mailer.sent()).containsExactly("bill m-2");
            stored.resume();
            stored.makeDue();
            assertThat(mailer.sent()).containsExactly("bill m-2", "m-1");
        });
    }

    /** The instance that resumes a method need not have the others. */
    @Test
    void methodsOfOtherInstancesStayPausedWhereOneIsResumed() {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            stored.pause();
            mailer.send("m-1");
            stored.makeDue();
            Stored.run(Stored.runner(url), other -> other.resume("bill"));
            stored.time().advance(Duration.ofSeconds(5));
            stored.tidyUp();
            stored.makeDue();
            assertThat(mailer.sent()).isEmpty();
        });
    }

    @Test
    void onlyHeldCallsBecomeDueAtTheEndOfAPause() {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            mailer.down(true);
            mailer.send("m-1");
            stored.makeDue();
            stored.pause();
            mailer.send("m-2");
            stored.makeDue();
            assertThat(stored.parked()).isOne();
            Instant retry = stored.time().instant().plus(Duration.ofMinutes(1));
            assertThat(stored.due(CallStore.TASK)).containsExactly(retry);

            stored.resume();

            assertThat(stored.parked()).isZero();
            assertThat(stored.due(CallStore.TASK)).containsExactly(stored.time().instant(), retry);
        });
    }

    @Test
    void whatDiesWhileItIsHeldHasMadeNoAttempt() {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            stored.pause();
            mailer.send("m-1");
            stored.dieMakingIt();
            assertThat(stored.data()).contains("\"attempts\":0");
        });
    }

    @Test
    void holdingIsNoFailureOfTheScheduler() {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            stored.pause();
            mailer.send("m-1");
            stored.makeDue();
            assertThat(stored.count("select count(*) from scheduled_tasks where consecutive_failures > 0"
                            + " or last_failure is not null"))
                    .isZero();
        });
    }

    @Test
    void saysSoOnce(CapturedOutput output) {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            stored.change("mail", "enabled", "false");
            mailer.send("m-1");
            mailer.send("m-2");
            stored.makeDue();
            stored.tidyUp();
            stored.change("mail", "enabled", "true");
            stored.tidyUp();
            stored.tidyUp();
        });
        assertThat(output.getOut())
                .containsOnlyOnce(
                        "Stored calls of 'Mailer.send' are not delivered, and new ones are still stored: retries"
                                + " are disabled,"
                                + " by 'enabled' of policy 'mail'")
                .containsOnlyOnce("Stored calls of 'Mailer.send' are delivered again.");
    }

    @Test
    void aDatabaseThatFailsChangesNothing(CapturedOutput output) {
        Stored.run(application, Mailer.class, (stored, mailer) -> {
            stored.pause();
            stored.execute("alter table scheduled_tasks rename to elsewhere");
            stored.time().advance(Duration.ofSeconds(2));
            DeliveryPauses pauses = stored.bean(DeliveryPauses.class);
            assertThat(pauses.isPausedEverywhere("any")).isTrue();
            stored.time().advance(Duration.ofSeconds(2));
            assertThat(pauses.isPausedEverywhere("any")).isTrue();
            stored.execute("alter table elsewhere rename to scheduled_tasks");
        });
        assertThat(output.getOut()).containsOnlyOnce("Cannot read which stored calls are paused");
    }

    private interface Check {

        void accept(Stored stored, Mailer mailer) throws Exception;
    }
}
