package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import io.backoff.redelivery.Redeliver;
import org.junit.jupiter.api.Test;

/** Stored calls that wait for a duplicate, with a budget that has one token. */
class FreeRetryTests {

    @Test
    void waitingTakesNothingFromTheBudget() {
        Stored.run(
                Stored.runner(Busy.class)
                        .withBean(Classifier.class, () -> failure -> Verdict.waiting(null))
                        .withPropertyValues(
                                "backoff.policies.mail.strategy=constant",
                                "backoff.policies.mail.delay=1m",
                                "backoff.policies.mail.max-delay=1m",
                                "backoff.policies.mail.jitter=none",
                                "backoff.policies.mail.max-attempts=10",
                                "backoff.policies.mail.max-elapsed=1h",
                                "backoff.policies.mail.budget=small",
                                "backoff.budgets.small.ratio=0.0",
                                "backoff.budgets.small.min-per-second=0",
                                "backoff.budgets.small.burst=1"),
                stored -> {
                    Busy busy = stored.bean(Busy.class);
                    busy.send("m-1");
                    for (int attempt = 1; attempt <= 5; attempt++) {
                        stored.makeNext();
                        assertThat(busy.attempts()).isEqualTo(attempt);
                    }
                    // Turns the row into one of an earlier version.
                    stored.overwrite(stored.data().replace("\"free\":true,", ""));
                    stored.makeNext();
                    assertThat(busy.attempts()).isEqualTo(6);
                    stored.overwrite(stored.data().replace("\"free\":true,", ""));
                    stored.makeNext();
                    assertThat(busy.attempts()).isEqualTo(6);
                });
    }

    static class Busy {

        private int attempts;

        public int attempts() {
            return attempts;
        }

        @Redeliver("mail")
        public void send(String mail) {
            attempts++;
            throw new IllegalStateException("somebody else does it");
        }
    }
}
