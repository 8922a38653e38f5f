package io.backoff.policy;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifiers;
import io.backoff.classify.ResultRule;
import io.backoff.delay.Cap;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import java.time.Duration;

/** Policies for tests, all named {@code payments}. */
final class Policies {

    private Policies() {}

    static BackoffPolicy of(int attempts) {
        Delay second = Delay.of(Growth.constant(1_000_000_000L), Jitter.none(), Cap.WINDOW, 1_000_000_000L, 0);
        return of(second, false, new Limits(attempts, Duration.ZERO, Duration.ZERO));
    }

    static BackoffPolicy of(Delay delay, boolean waitFirst, Limits limits) {
        return of(Delays.of(delay).waitingFirst(waitFirst), limits);
    }

    static BackoffPolicy of(Delays delays, Limits limits) {
        return new BackoffPolicy(
                "payments",
                true,
                delays,
                limits,
                Classifiers.retrying(Exception.class),
                RetryBudget.UNLIMITED,
                ResultRule.ACCEPT_ALL,
                false);
    }
}
