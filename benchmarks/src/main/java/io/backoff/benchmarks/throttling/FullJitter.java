package io.backoff.benchmarks.throttling;

import java.util.random.RandomGenerator;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/**
 * The random delays of all contestants. Before the first retry, the upper bound is one second. It doubles with each
 * retry, up to ten seconds.
 */
record FullJitter(RandomGenerator random) {

    /** The maximum number of attempts of a call, the first included. */
    static final int ATTEMPTS = 8;

    private static final long BASE = 1_000;
    private static final long MAX = 10_000;

    /**
     * Milliseconds before the retry with this number, which starts at 1. The result is never 0, because 0 would end the
     * call in Resilience4j.
     */
    long millis(int retry) {
        return 1 + random.nextLong(Math.min(MAX, BASE << Math.min(retry - 1, 10)));
    }

    /** Returns these delays as a Spring Framework {@code BackOff} that permits {@link #ATTEMPTS} attempts. */
    BackOff backOff() {
        return () -> new BackOffExecution() {

            private int retry;

            @Override
            public long nextBackOff() {
                retry++;
                return retry < ATTEMPTS ? millis(retry) : STOP;
            }
        };
    }
}
