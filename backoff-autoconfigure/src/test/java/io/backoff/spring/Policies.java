package io.backoff.spring;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifiers;
import io.backoff.classify.ResultRule;
import io.backoff.delay.Bounds;
import io.backoff.delay.Cap;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Limits;
import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Policies that retry I/O failures, named "orders". */
final class Policies {

    private Policies() {}

    static BackoffPolicy doubling(Duration delay, int maxAttempts, Duration maxElapsed) {
        Growth growth = Growth.exponential(delay.toNanos(), 2);
        return of(Delay.of(growth, Jitter.none(), Cap.WINDOW, Long.MAX_VALUE, 0), maxAttempts, maxElapsed);
    }

    static BackoffPolicy disabled() {
        return of(false, Delay.NONE, 3, Duration.ofSeconds(1));
    }

    static BackoffPolicy of(Delay delay, int maxAttempts, Duration maxElapsed) {
        return of(true, delay, maxAttempts, maxElapsed);
    }

    static Delay list(Duration... delays) {
        long[] nanos = Stream.of(delays).mapToLong(Duration::toNanos).toArray();
        return Delay.of(Growth.list(nanos), Jitter.none(), Cap.WINDOW, Long.MAX_VALUE, 0);
    }

    static Delay fullJitter(Duration delay) {
        return Delay.of(Growth.constant(delay.toNanos()), Jitter.full(), Cap.WINDOW, Long.MAX_VALUE, 0);
    }

    /** A millisecond more than the previous delay. */
    static Delay onPrevious() {
        return new Delay() {
            @Override
            public long nanos(int wait, long previousNanos, RandomGenerator random) {
                return previousNanos + 1_000_000;
            }

            @Override
            public Bounds bounds(int wait) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private static BackoffPolicy of(boolean enabled, Delay delay, int maxAttempts, Duration maxElapsed) {
        return new BackoffPolicy(
                "orders",
                enabled,
                Delays.of(delay),
                new Limits(maxAttempts, maxElapsed, Duration.ZERO),
                Classifiers.retrying(IOException.class),
                RetryBudget.UNLIMITED,
                ResultRule.ACCEPT_ALL,
                false);
    }
}
