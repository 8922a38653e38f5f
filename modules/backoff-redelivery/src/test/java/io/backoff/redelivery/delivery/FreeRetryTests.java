package io.backoff.redelivery.delivery;

import static io.backoff.testkit.Applications.budget;
import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.redelivery.Redeliver;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** Stored calls that wait for a duplicate, with a budget that has one token. */
class FreeRetryTests {

    @Test
    void waitingTakesNothingFromTheBudget() {
        Stored.run(
                Stored.runner(Busy.class)
                        .withBean(Classifier.class, FreeRetryTests::classifier)
                        .withPropertyValues(
                                policy(
                                        "mail",
                                        "strategy=constant, delay=1m, max-delay=1m, jitter=none, max-attempts=10, max-elapsed=1h, budget=small"))
                        .withPropertyValues(budget("small", "ratio=0.0, min-per-second=0, burst=1")),
                stored -> {
                    Busy busy = stored.bean(Busy.class);
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

    private static Classifier classifier() {
        return failure ->
                failure instanceof IllegalStateException ? Verdict.waiting(null) : Verdict.retry(RetryCause.OTHER);
    }

    static class Busy {

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
