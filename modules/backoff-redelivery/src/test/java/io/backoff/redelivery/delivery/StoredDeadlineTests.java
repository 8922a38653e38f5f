package io.backoff.redelivery.delivery;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CurrentAttempt;
import io.backoff.policy.Outcome;
import io.backoff.redelivery.Redeliver;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Deadlines of stored calls, which have no waiting caller, and of calls inside them. */
class StoredDeadlineTests {

    private final ApplicationContextRunner application = Stored.runner(Mails.class)
            .withPropertyValues(policy(
                    "mail", "strategy=constant, delay=1s, jitter=none, max-attempts=3, max-elapsed=30s, budget=none"))
            .withPropertyValues(
                    policy("provider", "max-elapsed=1m, delay=1s, jitter=none, strategy=constant, budget=none"))
            .withPropertyValues("backoff.policies.caller.max-elapsed=5s");

    @Test
    void theCallThatStoresItIsNoLimit() {
        Stored.run(application, stored -> {
            BackoffOperations operations = stored.bean(BackoffOperations.class);
            operations.run("caller", () -> stored.bean(Mails.class).send("late"));
            stored.time().advance(Duration.ofMinutes(2));
            stored.makeDue();
            assertThat(stored.bean(Mails.class).attempts()).isEqualTo(1);
            assertThat(stored.outcomes("mail")).isEqualTo(Map.of(Outcome.SUCCESS, 1L));
        });
    }

    /** The scheduler of this test runs on the thread of the test. */
    @Test
    void noCallAroundItsDeliveryIsALimit() {
        Stored.run(application, stored -> {
            stored.bean(Mails.class).send("now");
            stored.bean(BackoffOperations.class).run("caller", () -> {
                stored.time().advance(Duration.ofSeconds(6));
                stored.makeDue();
            });
            assertThat(stored.bean(Mails.class).attempts()).isEqualTo(1);
            assertThat(stored.bean(Mails.class).left()).containsExactly(Duration.ofMinutes(1));
        });
    }

    @Test
    void callsInsideHaveTheirOwnTimeThroughout() {
        Stored.run(application, stored -> {
            stored.bean(Mails.class).send("slow");
            stored.makeDue();
            assertThat(stored.bean(Mails.class).left()).containsExactly(Duration.ofMinutes(1), Duration.ofMinutes(1));
            assertThat(stored.outcomes("provider")).isEqualTo(Map.of(Outcome.RECOVERED, 1L, Outcome.SUCCESS, 1L));
            assertThat(stored.outcomes("mail")).isEqualTo(Map.of(Outcome.SUCCESS, 1L));
        });
    }

    @Test
    void anAttemptThatTookAllTheTimeIsStillTheLast() {
        Stored.run(application, stored -> {
            stored.bean(Mails.class).send("fail");
            stored.makeDue();
            assertThat(stored.bean(Mails.class).attempts()).isEqualTo(1);
            assertThat(stored.dead()).isEqualTo(1);
            assertThat(stored.outcomes("mail")).isEqualTo(Map.of(Outcome.ELAPSED, 1L));
        });
    }

    static class Mails {

        private final FakeTime time;
        private final BackoffOperations operations;
        private final List<Duration> left = new ArrayList<>();
        private int attempts;

        Mails(FakeTime time, BackoffOperations operations) {
            this.time = time;
            this.operations = operations;
        }

        public int attempts() {
            return attempts;
        }

        public List<Duration> left() {
            return left;
        }

        @Redeliver("mail")
        public void send(String how) {
            attempts++;
            switch (how) {
                case "slow" -> sendSlowly();
                case "fail" -> {
                    time.advance(Duration.ofMinutes(2));
                    throw new IllegalStateException("down");
                }
                default -> operations.run("provider", this::see);
            }
        }

        private void sendSlowly() {
            operations.run("provider", this::see);
            time.advance(Duration.ofMinutes(2));
            int before = left.size();
            operations.run("provider", () -> {
                if (CurrentAttempt.get().orElseThrow().number() == 1) {
                    see();
                    throw new IllegalStateException("once");
                }
            });
            assertThat(left).hasSize(before + 1);
        }

        private void see() {
            left.add(CurrentAttempt.get().orElseThrow().remaining().orElseThrow());
        }
    }
}
