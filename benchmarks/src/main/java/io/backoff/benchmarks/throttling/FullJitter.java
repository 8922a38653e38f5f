package io.backoff.benchmarks.throttling;

import java.util.random.RandomGenerator;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/** The delays of all contestants: up to a second before the first retry, doubled each time, up to ten seconds. */
record FullJitter(RandomGenerator random) {

    /** Attempts of each call, the first included. */
    static final int ATTEMPTS = 8;

    private static final long BASE = 1_000;
    private static final long MAX = 10_000;

    /** Milliseconds before the retry with this number, from 1. Never 0, which would end the call in Resilience4j. */
    long millis(int retry) {
        return 1 + random.nextLong(Math.min(MAX, BASE << Math.min(retry - 1, 10)));
    }

    /** The same delays as Spring Framework's type, with the same number of attempts. */
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
