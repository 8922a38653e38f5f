package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.Calls;
import io.backoff.pace.Lane;
import io.backoff.policy.BackoffPolicies;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.call.CallStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Stored calls whose callee throttles. They hold the thread of a delivery for a second at most. */
class PacedDeliveryTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ApplicationContextRunner application = Stored.runner(Mails.class)
            .withPropertyValues(
                    "backoff.policies.mail.strategy=constant",
                    "backoff.policies.mail.delay=100ms",
                    "backoff.policies.mail.throttled-delay=100ms",
                    "backoff.policies.mail.jitter=none",
                    "backoff.policies.mail.max-elapsed=0",
                    "backoff.policies.mail.pace=adaptive");

    @Test
    void waitForTheirTurnIfItIsNear() {
        Stored.run(application, stored -> {
            Calls.throttle(lane(stored), stored.time());
            stored.time().clear();
            stored.bean(Mails.class).send("m-1");
            stored.makeDue();
            assertThat(stored.bean(Mails.class).attempts()).isEqualTo(1);
            assertThat(stored.time().waits())
                    .singleElement()
                    .satisfies(wait -> assertThat(wait).isBetween(Duration.ofMillis(90), Duration.ofMillis(160)));
            assertThat(stored.waiting()).isZero();
        });
    }

    @Test
    void areDueAgainWhenTheirTurnComesIfItIsFar() {
        Stored.run(application, stored -> {
            Calls.throttle(lane(stored), stored.time());
            close(lane(stored), stored, Duration.ofSeconds(8));
            stored.bean(Mails.class).send("m-1");
            stored.makeDue();
            assertThat(stored.bean(Mails.class).attempts()).isZero();
            assertThat(lane(stored).pace().waiting()).isZero();

            assertThat(stored.makeNext()).isEqualTo(Duration.ofSeconds(8));
            assertThat(stored.bean(Mails.class).attempts()).isEqualTo(1);
            assertThat(stored.waiting()).isZero();
        });
    }

    /** Each row that asks too early is read and written again. */
    @Test
    void askAgainOneAfterTheOther() {
        Stored.run(application, stored -> {
            Calls.throttle(lane(stored), stored.time());
            close(lane(stored), stored, Duration.ofSeconds(8));
            for (int mail = 0; mail < 40; mail++) {
                stored.bean(Mails.class).send("m-" + mail);
            }
            makeAllDue(stored);
            int seconds = 0;
            while (stored.waiting() > 0) {
                assertThat(stored.count("select max(version) from scheduled_tasks"))
                        .isLessThanOrEqualTo(5);
                stored.time().advance(SECOND);
                makeAllDue(stored);
                seconds++;
            }
            assertThat(stored.bean(Mails.class).attempts()).isEqualTo(40);
            // After the gate, the rate is 7 attempts a second, and grows.
            assertThat(seconds).isBetween(12, 16);
        });
    }

    /** The budget is asked when the turn has come: a token that is taken is spent. */
    @Test
    void spendNoTokenBeforeTheirTurn() {
        Stored.run(
                application.withPropertyValues(
                        "backoff.policies.mail.budget=small",
                        "backoff.budgets.small.ratio=0",
                        "backoff.budgets.small.min-per-second=0",
                        "backoff.budgets.small.burst=1"),
                stored -> {
                    stored.bean(Mails.class).fail(1);
                    stored.bean(Mails.class).send("m-1");
                    stored.makeDue();
                    Calls.throttle(lane(stored), stored.time());
                    close(lane(stored), stored, Duration.ofMillis(3_500));
                    stored.makeDue();
                    assertThat(stored.bean(Mails.class).attempts()).isEqualTo(1);
                    stored.makeNext();
                    assertThat(stored.bean(Mails.class).attempts()).isEqualTo(2);
                    assertThat(stored.waiting()).isZero();
                });
    }

    @Test
    void startPacingIfTheirAttemptsAreThrottled() {
        Classifier throttling = failure -> Verdict.retry(RetryCause.THROTTLED);
        Stored.run(application.withBean(Classifier.class, () -> throttling), stored -> {
            stored.bean(Mails.class).fail(9);
            stored.bean(Mails.class).send("m-1");
            stored.makeDue();
            stored.makeNext();
            assertThat(lane(stored).pacing(stored.time().nanoTime())).isPresent();
        });
    }

    /** The scheduler takes calls in batches. */
    private static void makeAllDue(Stored stored) {
        Instant now = stored.time().instant();
        while (stored.due(CallStore.TASK).stream().anyMatch(due -> !due.isAfter(now))) {
            stored.makeDue();
        }
    }

    private static void close(Lane lane, Stored stored, Duration hint) {
        long now = stored.time().nanoTime();
        lane.throttled(now, now, hint);
        stored.time().clear();
    }

    private static Lane lane(Stored stored) {
        return stored.bean(BackoffPolicies.class).get("mail").lane();
    }

    static class Mails {

        private int attempts;
        private int failures;

        public void fail(int times) {
            failures = times;
        }

        public int attempts() {
            return attempts;
        }

        @Redeliver("mail")
        public void send(String mail) {
            attempts++;
            if (attempts <= failures) {
                throw new IllegalStateException("try later");
            }
        }
    }
}
