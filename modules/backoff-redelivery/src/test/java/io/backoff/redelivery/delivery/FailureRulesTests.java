package io.backoff.redelivery.delivery;

import static io.backoff.testkit.Applications.budget;
import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Busy;
import io.backoff.classify.Classifier;
import io.backoff.classify.Response;
import io.backoff.classify.ResponseExtractor;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Outcome;
import io.backoff.redelivery.Redeliver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The failure decides whether and when a stored call is made again. */
class FailureRulesTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private final ApplicationContextRunner application = Stored.runner(url, Partner.class)
            .withBean(ResponseExtractor.class, () -> Response::read)
            .withPropertyValues(
                    policy(
                            "mail",
                            "delay=1m, throttled-delay=10m, max-delay=5h, jitter=none, max-attempts=20, max-elapsed=0, budget=none"));

    @Test
    void aCalleeThatAsksToSlowDownIsCalledLater() {
        Stored.run(application, Partner.class, (stored, partner) -> {
            partner.failures(new Response(500), new Response(429), new Response(500));
            partner.send("m-1");
            stored.makeNext();
            assertThat(List.of(stored.makeNext(), stored.makeNext(), stored.makeNext()))
                    .containsExactly(MINUTE, MINUTE.multipliedBy(20), MINUTE.multipliedBy(4));
        });
    }

    /** The delay is drawn again by an instance that was not there when the attempt failed. */
    @Test
    void aRetryThatTheBudgetPostponesWaitsTheDelayOfItsCause() {
        Stored.run(application, Partner.class, (stored, partner) -> {
            partner.failures(new Response(429));
            partner.send("m-1");
            stored.makeNext();
        });
        Stored.run(application.withPropertyValues(smallBudget(0, "false")), Partner.class, (stored, partner) -> {
            assertThat(stored.makeNext()).isEqualTo(MINUTE.multipliedBy(10));
            assertThat(stored.makeNext()).isEqualTo(MINUTE.multipliedBy(10));
            assertThat(partner.attempts()).isZero();
        });
    }

    @Test
    void aHintIsSpread() {
        Stored.run(application, Partner.class, (stored, partner) -> {
            List<Duration> waits = IntStream.range(0, 8)
                    .mapToObj(call -> waitFor(stored, partner))
                    .toList();
            assertThat(waits).allSatisfy(wait -> assertThat(wait).isBetween(hours(6), hours(9)));
            assertThat(waits).doesNotHaveDuplicates();
        });
        Stored.run(
                application.withPropertyValues("backoff.policies.mail.retry-after-spread=0"),
                Partner.class,
                (stored, partner) -> {
                    assertThat(waitFor(stored, partner)).isEqualTo(hours(6));
                });
    }

    @Test
    void aSpreadHintStillFitsTheTimeLeft() {
        Stored.run(
                application.withPropertyValues("backoff.policies.mail.max-elapsed=370m"),
                Partner.class,
                (stored, partner) -> {
                    List<Duration> waits = IntStream.range(0, 8)
                            .mapToObj(call -> waitFor(stored, partner))
                            .toList();
                    assertThat(waits).allSatisfy(wait -> assertThat(wait).isBetween(hours(6), Duration.ofMinutes(370)));
                    assertThat(waits).doesNotHaveDuplicates();
                });
    }

    /** A callee may send an endless Retry-After. */
    @Test
    void anEndlessHintBreaksNothing() {
        Stored.run(application, Partner.class, (stored, partner) -> {
            partner.failures(new Busy(ChronoUnit.FOREVER.getDuration()));
            partner.send("m-1");
            stored.makeNext();
            stored.time().advance(Duration.ofDays(365));
            stored.tidyUp();
            stored.makeDue();
            assertThat(partner.attempts()).isOne();
            assertThat(stored.waiting()).isOne();
            assertThat(stored.data()).contains("\"attempts\":1");
        });
    }

    @ParameterizedTest
    @CsvSource({"false, 1", "true, 2"})
    void aRetryThatEndsTheCallWellMayBeRefunded(String refund, int tokens) {
        Stored.run(application.withPropertyValues(smallBudget(3, refund)), Partner.class, (stored, partner) -> {
            partner.failures(new IllegalStateException("1"), new IllegalStateException("2"));
            partner.send("m-1");
            IntStream.range(0, 3).forEach(attempt -> stored.makeNext());
            assertThat(stored.waiting() + stored.dead()).isZero();
            RetryBudget budget = stored.bean(BackoffPolicies.class).get("mail").budget();
            assertThat(budget.tokens()).isEqualTo(tokens);
        });
    }

    @Test
    void aFailureOfAGroupEndsItAtOnce() {
        Stored.run(application, Partner.class, (stored, partner) -> {
            partner.failures(new IllegalStateException(new IllegalArgumentException("no such customer")));
            partner.send("m-1");
            stored.makeNext();
            assertThat(stored.waiting()).isZero();
            assertThat(stored.dead()).isOne();
            assertThat(stored.outcomes("mail")).isEqualTo(Map.of(Outcome.NOT_RETRYABLE, 1L));
            assertThat(stored.events()).singleElement().satisfies(event -> {
                assertThat(event.attempts()).isOne();
                assertThat(event.failure().toString()).contains("no such customer");
            });
        });
    }

    @Test
    void aNamedClassWinsOverAGroup() {
        String named = "backoff.policies.mail.retry-on=java.lang.IllegalArgumentException";
        Stored.run(application.withPropertyValues(named), Partner.class, (stored, partner) -> {
            partner.failures(new IllegalArgumentException("not yet"));
            partner.send("m-1");
            stored.makeNext();
            assertThat(stored.makeNext()).isEqualTo(MINUTE);
            assertThat(stored.waiting() + stored.dead()).isZero();
        });
    }

    @Test
    void waitingTakesNothingFromTheBudget() {
        Stored.run(
                Stored.runner(WaitingMailer.class)
                        .withBean(Classifier.class, FailureRulesTests::classifier)
                        .withPropertyValues(
                                policy(
                                        "mail",
                                        "strategy=constant, delay=1m, max-delay=1m, jitter=none, max-attempts=10, max-elapsed=1h, budget=small"))
                        .withPropertyValues(budget("small", "ratio=0.0, min-per-second=0, burst=1")),
                stored -> {
                    WaitingMailer busy = stored.bean(WaitingMailer.class);
                    busy.send("m-1");
                    for (int attempt = 1; attempt <= 5; attempt++) {
                        stored.makeNext();
                        assertThat(busy.attempts()).isEqualTo(attempt);
                    }
                    busy.fail();
                    stored.makeNext();
                    assertThat(busy.attempts()).isEqualTo(6);
                    // The retry of a failure takes the only token.
                    stored.makeNext();
                    assertThat(busy.attempts()).isEqualTo(7);
                    stored.makeNext();
                    assertThat(busy.attempts()).isEqualTo(7);
                });
    }

    private static Duration waitFor(Stored stored, Partner partner) {
        partner.failures(new Busy(hours(6)));
        partner.send("m-1");
        stored.makeNext();
        return stored.makeNext();
    }

    private static String[] smallBudget(int burst, String refund) {
        return new String[] {
            "backoff.policies.mail.budget=small",
            "backoff.budgets.small.burst=" + burst,
            "backoff.budgets.small.ratio=0",
            "backoff.budgets.small.min-per-second=0",
            "backoff.budgets.small.refund=" + refund
        };
    }

    private static Duration hours(int hours) {
        return Duration.ofHours(hours);
    }

    private static Classifier classifier() {
        return failure ->
                failure instanceof IllegalStateException ? Verdict.waiting(null) : Verdict.retry(RetryCause.OTHER);
    }

    static class Partner {

        private final Deque<RuntimeException> failures = new ArrayDeque<>();
        private int attempts;

        public void failures(RuntimeException... next) {
            failures.addAll(List.of(next));
        }

        public int attempts() {
            return attempts;
        }

        @Redeliver("mail")
        public void send(String mail) {
            attempts++;
            if (!failures.isEmpty()) {
                throw failures.remove();
            }
        }
    }

    static class WaitingMailer {

        private int attempts;
        private boolean failing;

        /** Fails from the next attempt on, instead of waiting. */
        public void fail() {
            failing = true;
        }

        public int attempts() {
            return attempts;
        }

        @Redeliver("mail")
        public void send(String mail) {
            attempts++;
            if (failing) {
                throw new UncheckedIOException(new IOException("down"));
            }
            throw new IllegalStateException("somebody else does it");
        }
    }
}
