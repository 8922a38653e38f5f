package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Calls that are parked while delivery is paused. */
@ExtendWith(OutputCaptureExtension.class)
class PausedDeliveryTests {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final ApplicationContextRunner application = Stored.runner(url, Mailer.class)
            .withPropertyValues(
                    "backoff.policies.mail.strategy=constant",
                    "backoff.policies.mail.delay=1m",
                    "backoff.policies.mail.max-delay=1m",
                    "backoff.policies.mail.jitter=none",
                    "backoff.policies.mail.max-elapsed=10m",
                    "backoff.policies.mail.budget=none");
    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

    @BeforeEach
    void listen() {
        logging.setLogLevel(DeliveryPauses.class.getName(), LogLevel.INFO);
    }

    @AfterEach
    void listenNoMore() {
        logging.setLogLevel(DeliveryPauses.class.getName(), null);
    }

    @Test
    void theIncidentSwitchKeepsCalls() {
        run(application, (stored, mailer) -> {
            mailer.down(true);
            set(stored, "default", "false");
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
            set(stored, "default", "true");
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
        run(application.withPropertyValues(property + "=false"), (stored, mailer) -> {
            mailer.send("m-1");
            stored.makeDue();
            assertThat(mailer.attempts()).isEmpty();
        });
        run(application, (stored, mailer) -> {
            stored.tidyUp();
            stored.makeDue();
            assertThat(mailer.attempts()).containsExactly(1);
        });
    }

    @Test
    void anotherInstanceDeliversWhatOneHolds() {
        run(application.withPropertyValues("backoff.policies.mail.enabled=false"), (disabled, mailer) -> {
            mailer.send("m-1");
            disabled.makeDue();
            run(application, (other, others) -> {
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
        run(application, (stored, mailer) -> {
            mailer.down(true);
            mailer.send("m-1");
            stored.makeNext();
            stored.time().advance(Duration.ofSeconds(30));
            stored.bean(ParkedCalls.class).pause(Set.of(), "ada", "endpoint");
            for (int minute = 0; minute < 60; minute++) {
                stored.time().advance(Duration.ofMinutes(1));
                stored.makeDue();
            }
            stored.bean(ParkedCalls.class).resume(Set.of());
            stored.makeDue();
            assertThat(mailer.attempts()).containsExactly(1, 2);
            assertThat(stored.makeNext()).isEqualTo(Duration.ofMinutes(1));
            assertThat(mailer.attempts()).containsExactly(1, 2, 3);
        });
    }

    @Test
    void timeThatPassedBeforeThePauseCounts() {
        run(application, (stored, mailer) -> {
            mailer.down(true);
            mailer.send("m-1");
            stored.makeNext();
            stored.time().advance(Duration.ofMinutes(1));
            stored.bean(ParkedCalls.class).pause(Set.of(), "ada", "endpoint");
            stored.makeDue();
            stored.time().advance(Duration.ofHours(1));
            stored.bean(ParkedCalls.class).resume(Set.of());
            stored.time().advance(Duration.ofMinutes(1));
            stored.makeDue();
            assertThat(mailer.attempts()).containsExactly(1, 2);
            assertThat(stored.data())
                    .contains("\"parkedFor\":" + Duration.ofMinutes(61).toNanos());
        });
    }

    @Test
    void aPauseIsThatOfAllInstancesAndOutlivesThem() {
        run(application, (stored, mailer) -> {
            mailer.send("m-1");
            stored.bean(ParkedCalls.class).pause(Set.of(CallId.key("Mailer.send")), "ada", "endpoint");
        });
        run(application, (stored, mailer) -> {
            stored.makeDue();
            mailer.send("m-2");
            mailer.bill("m-3");
            stored.makeDue();
            stored.tidyUp();
            stored.makeDue();
            assertThat(mailer.sent()).containsExactly("bill m-3");
            run(
                    application,
                    (other, others) -> other.bean(ParkedCalls.class).resume(Set.of(CallId.key("Mailer.send"))));
            stored.time().advance(Duration.ofSeconds(1));
            stored.makeDue();
            assertThat(mailer.sent()).containsExactlyInAnyOrder("bill m-3", "m-1", "m-2");
        });
    }

    @Test
    void oneMethodIsResumedWhereAllArePaused() {
        run(application, (stored, mailer) -> {
            ParkedCalls parked = stored.bean(ParkedCalls.class);
            parked.pause(Set.of(), "ada", "endpoint");
            mailer.send("m-1");
            mailer.bill("m-2");
            stored.makeDue();
            assertThat(mailer.sent()).isEmpty();
            parked.resume(Set.of(CallId.key("bill")));
            stored.makeDue();
            assertThat(mailer.sent()).containsExactly("bill m-2");
            parked.resume(Set.of());
            stored.makeDue();
            assertThat(mailer.sent()).containsExactly("bill m-2", "m-1");
        });
    }

    @Test
    void onlyParkedCallsBecomeDueAtTheEndOfAPause() {
        run(application, (stored, mailer) -> {
            mailer.down(true);
            mailer.send("m-1");
            stored.makeDue();
            stored.bean(ParkedCalls.class).pause(Set.of(), "ada", "endpoint");
            mailer.send("m-2");
            stored.makeDue();
            assertThat(stored.parked()).isOne();
            Instant retry = stored.time().instant().plus(Duration.ofMinutes(1));
            assertThat(stored.due(CallStore.TASK)).containsExactly(retry);

            stored.bean(ParkedCalls.class).resume(Set.of());

            assertThat(stored.parked()).isZero();
            assertThat(stored.due(CallStore.TASK)).containsExactly(stored.time().instant(), retry);
        });
    }

    @Test
    void whatDiesWhileItIsParkedHasMadeNoAttempt() {
        run(application, (stored, mailer) -> {
            stored.bean(ParkedCalls.class).pause(Set.of(), "ada", "endpoint");
            mailer.send("m-1");
            stored.dieMakingIt();
            assertThat(stored.data()).contains("\"attempts\":0");
        });
    }

    @Test
    void holdingIsNoFailureOfTheScheduler() {
        run(application, (stored, mailer) -> {
            stored.bean(ParkedCalls.class).pause(Set.of(), "ada", "endpoint");
            mailer.send("m-1");
            stored.makeDue();
            assertThat(stored.count("select count(*) from scheduled_tasks where consecutive_failures > 0"
                            + " or last_failure is not null"))
                    .isZero();
        });
    }

    @Test
    void saysSoOnce(CapturedOutput output) {
        run(application, (stored, mailer) -> {
            set(stored, "mail", "false");
            mailer.send("m-1");
            mailer.send("m-2");
            stored.makeDue();
            stored.tidyUp();
            set(stored, "mail", "true");
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
        run(application, (stored, mailer) -> {
            stored.bean(ParkedCalls.class).pause(Set.of(), "ada", "endpoint");
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

    private static void set(Stored stored, String policy, String enabled) {
        stored.bean(PolicyStore.class)
                .change(
                        SettingsGroup.POLICIES,
                        policy,
                        Map.of("enabled", enabled),
                        Author.of(null, ChangeSource.ENDPOINT));
    }

    private static void run(ApplicationContextRunner runner, Check check) {
        Stored.run(runner, stored -> check.accept(stored, stored.bean(Mailer.class)));
    }

    private interface Check {

        void accept(Stored stored, Mailer mailer) throws Exception;
    }
}
