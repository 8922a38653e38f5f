package io.backoff.redelivery.delivery;

import static io.backoff.testkit.Applications.budget;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.PermanentException;
import io.backoff.RetryAfter;
import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.Shutdown;
import io.backoff.policy.Outcome;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.RedeliveryExhausted;
import io.backoff.redelivery.call.DeadLetters;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** The ways in which stored calls end, and failures that do not end them. */
class RedeliveryEndTests {

    private final ApplicationContextRunner application = Stored.runner(Caller.class, Remote.class, NoRetries.class)
            .withPropertyValues(
                    "backoff.policies.mail.strategy=constant",
                    "backoff.policies.mail.delay=1m",
                    "backoff.policies.mail.max-delay=1m",
                    "backoff.policies.mail.jitter=none",
                    "backoff.policies.mail.max-elapsed=0",
                    "backoff.policies.mail.abort-on=java.lang.IllegalArgumentException",
                    "backoff.policies.quick.delay=1ms");

    @Test
    void aPermanentFailureEndsIt() {
        IOException cause = new IOException("no such account");
        run((stored, caller) -> {
            caller.fail(() -> new PermanentException(cause));
            caller.send("m-1");
            stored.makeNext();
            assertEnd(stored, Outcome.NOT_RETRYABLE, 1);
            assertThat(stored.events().get(0).failure()).isSameAs(cause);
        });
    }

    @Test
    void whatThePolicyAbortsOnEndsIt() {
        run((stored, caller) -> {
            caller.fail(() -> new IllegalArgumentException("bad"));
            caller.send("m-1");
            stored.makeNext();
            assertEnd(stored, Outcome.NOT_RETRYABLE, 1);
        });
    }

    @Test
    void theLastAttemptEndsIt() {
        run((stored, caller) -> {
            caller.failAlways();
            caller.send("m-1");
            makeAll(stored);
            assertEnd(stored, Outcome.EXHAUSTED, 3);
            RedeliveryExhausted event = stored.events().get(0);
            assertThat(event.policy()).isEqualTo("mail");
            assertThat(event.method()).isEqualTo("Caller.send");
            assertThat(event.failure()).isInstanceOf(IOException.class).hasMessage("down");
            assertThat(stored.bean(DeadLetters.class).find(event.id())).isPresent();
        });
    }

    @Test
    void theEndOfTimeEndsIt() {
        Stored.run(
                application.withPropertyValues("backoff.policies.mail.max-elapsed=90s"),
                Caller.class,
                (stored, caller) -> {
                    caller.failAlways();
                    caller.send("m-1");
                    makeAll(stored);
                    assertEnd(stored, Outcome.ELAPSED, 2);
                });
    }

    /** All instances were down when the next attempt was due. */
    @Test
    void anAttemptThatComesTooLateIsNotMade() {
        Stored.run(
                application.withPropertyValues("backoff.policies.mail.max-elapsed=90s"),
                Caller.class,
                (stored, caller) -> {
                    caller.failAlways();
                    caller.send("m-1");
                    stored.makeNext();
                    stored.time().advance(Duration.ofMinutes(10));
                    stored.makeDue();
                    assertEnd(stored, Outcome.ELAPSED, 1);
                    assertThat(stored.events().get(0).failure()).hasToString("java.io.IOException: down");
                });
    }

    @Test
    void aListenerThatFailsHarmsNothing() {
        Stored.run(application.withUserConfiguration(BrokenListener.class), Caller.class, (stored, caller) -> {
            caller.fail(() -> new IllegalArgumentException("bad"));
            caller.send("m-1");
            stored.makeNext();
            assertThat(stored.dead()).isOne();
        });
    }

    @Test
    void aHintIsWaitedFor() {
        run((stored, caller) -> {
            caller.fail(() -> new Busy());
            caller.send("m-1");
            stored.makeNext();
            assertThat(stored.makeNext()).isBetween(Duration.ofHours(2), Duration.ofHours(3));
            assertThat(caller.attempts()).containsExactly(1, 2);
        });
    }

    @Test
    void theBudgetThatEachPolicyHasByDefaultIsNotAsked() {
        Stored.run(
                application.withPropertyValues(budget("default", "burst=0, ratio=0, min-per-second=0")),
                Caller.class,
                (stored, caller) -> {
                    caller.failAlways();
                    caller.send("m-1");
                    makeAll(stored);
                    assertThat(caller.attempts()).containsExactly(1, 2, 3);
                });
    }

    @Test
    void anEmptyBudgetPostponesWithoutSpendingAttempts() {
        Stored.run(
                application.withPropertyValues(budget("mail", "burst=1, ratio=0, min-per-second=0")),
                Caller.class,
                (stored, caller) -> {
                    caller.failAlways();
                    caller.send("m-1");
                    for (int run = 0; run < 9; run++) {
                        stored.makeNext();
                    }
                    assertThat(caller.attempts()).containsExactly(1, 2);
                    assertThat(stored.waiting()).isOne();
                    assertThat(stored.time().instant())
                            .as("each postponement is a delay")
                            .isEqualTo("2026-01-01T00:08:00Z");
                });
    }

    @Test
    void aCalleeThatAsksForNoRetryIsAskedAgainLater() {
        run((stored, caller) -> {
            caller.fail(() -> new Overloaded());
            caller.send("m-1");
            stored.makeNext();
            assertThat(stored.makeNext()).isEqualTo(Duration.ofMinutes(1));
            assertThat(stored.outcomes("mail")).containsOnlyKeys(Outcome.RECOVERED);
        });
    }

    @Test
    void anInterruptedAttemptIsMadeAgain() {
        run((stored, caller) -> {
            caller.fail(() -> {
                Thread.currentThread().interrupt();
                return new InterruptedException("stopping");
            });
            caller.send("m-1");
            stored.makeNext();
            stored.makeNext();
            assertThat(caller.attempts()).containsExactly(1, 2);
            assertThat(stored.outcomes("mail")).containsOnlyKeys(Outcome.RECOVERED);
        });
    }

    @Test
    void outlastsTheApplication() {
        run((stored, caller) -> {
            caller.failAlways();
            caller.send("m-1");
            stored.bean(Shutdown.class).begin();
            stored.makeNext();
            assertThat(stored.waiting()).isOne();
            assertThat(stored.dead()).isZero();
        });
    }

    /** After its first three attempts, the inner call makes one, like every call in a retry. */
    @Test
    void outlastsAnInnerCallThatHasUsedUpItsAttempts() {
        run((stored, caller) -> {
            caller.relay("m-1");
            makeAll(stored);
            assertThat(stored.bean(Remote.class).attempts()).containsExactly(1, 2, 3, 1, 1);
            assertThat(stored.events())
                    .extracting(RedeliveryExhausted::attempts)
                    .containsExactly(3);
        });
    }

    @Test
    void aPermanentFailureOfAnInnerCallEndsIt() {
        run((stored, caller) -> {
            stored.bean(Remote.class).refuse();
            caller.relay("m-1");
            makeAll(stored);
            assertEnd(stored, Outcome.NOT_RETRYABLE, 1);
        });
    }

    private static void makeAll(Stored stored) {
        while (stored.waiting() > 0) {
            stored.makeNext();
        }
    }

    private static void assertEnd(Stored stored, Outcome outcome, int attempts) {
        assertThat(stored.waiting()).isZero();
        assertThat(stored.dead()).isOne();
        assertThat(stored.outcomes("mail")).isEqualTo(Map.of(outcome, 1L));
        assertThat(stored.events()).extracting(RedeliveryExhausted::attempts).containsExactly(attempts);
    }

    private void run(Stored.BeanCheck<Caller> check) {
        Stored.run(application, Caller.class, check);
    }

    static class Caller {

        private final Remote remote;
        private final Queue<Supplier<Exception>> failures = new ArrayDeque<>();
        private final List<Integer> attempts = new ArrayList<>();
        private boolean always;

        Caller(Remote remote) {
            this.remote = remote;
        }

        void fail(Supplier<Exception> failure) {
            failures.add(failure);
        }

        void failAlways() {
            always = true;
        }

        List<Integer> attempts() {
            return attempts;
        }

        @Redeliver("mail")
        void send(String mail) throws Exception {
            attempts.add(CurrentAttempt.get().map(CurrentAttempt::number).orElse(0));
            if (always) {
                throw new IOException("down");
            }
            if (!failures.isEmpty()) {
                throw failures.remove().get();
            }
        }

        @Redeliver("mail")
        void relay(String mail) throws IOException {
            remote.call();
        }
    }

    static class Remote {

        private final List<Integer> attempts = new ArrayList<>();
        private boolean refusing;

        List<Integer> attempts() {
            return attempts;
        }

        void refuse() {
            refusing = true;
        }

        @Backoff("quick")
        void call() throws IOException {
            attempts.add(CurrentAttempt.get().map(CurrentAttempt::number).orElse(0));
            IOException failure = new IOException("down");
            if (refusing) {
                throw new PermanentException(failure);
            }
            throw failure;
        }
    }

    static class Busy extends Exception implements RetryAfter {

        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return Duration.ofHours(2);
        }
    }

    static class Overloaded extends Exception {

        private static final long serialVersionUID = 1L;
    }

    @Configuration(proxyBeanMethods = false)
    static class NoRetries {

        @Bean
        Classifier overloaded() {
            return failure -> failure instanceof Overloaded ? Verdict.overloaded() : null;
        }
    }

    static class BrokenListener {

        @EventListener
        void heard(RedeliveryExhausted event) {
            throw new IllegalStateException("broken");
        }
    }
}
