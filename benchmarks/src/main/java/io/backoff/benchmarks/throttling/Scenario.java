package io.backoff.benchmarks.throttling;

import java.time.Duration;

/**
 * A bulk job: its calls, its workers, and the limit of its callee.
 *
 * @param title a description for the report
 * @param calls the number of calls
 * @param workers number of workers; each makes one call after the other
 * @param limit the limit of the callee
 * @param retryAfter the {@code Retry-After} of the callee's rejections; zero for none
 * @param rejectedOf <i>n</i> if the callee rejects every <i>n</i>-th request, even within its limit
 * @param latency mean time of a request and its response together; each takes half of it, plus or minus up to 50 %
 */
record Scenario(
        String title, int calls, int workers, Limit limit, Duration retryAfter, int rejectedOf, Duration latency) {

    static final int CALLS = 5_000;
    static final int WORKERS = 32;

    private static final Duration LATENCY = Duration.ofMillis(20);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int NEVER = Integer.MAX_VALUE;
    private static final Limit STEADY = Limit.steady(100, 20);
    private static final Limit CHANGING = new Limit(100, 20, 15, 35);

    static final Scenario STEADY_LIMIT = bulk("429", STEADY, Duration.ZERO);
    static final Scenario STEADY_HINTS = bulk("429, `Retry-After: 1`", STEADY, SECOND);
    static final Scenario CHANGING_LIMIT = bulk("429, the limit halves and doubles", CHANGING, Duration.ZERO);
    static final Scenario CHANGING_HINTS =
            bulk("429, `Retry-After: 1`, the limit halves and doubles", CHANGING, SECOND);

    /** A client far below the limit of its callee. */
    static final Scenario QUIET_TENANT =
            new Scenario("quiet tenant", 1_000, 4, Limit.NONE, Duration.ZERO, NEVER, LATENCY);

    static final Scenario THROTTLED_TENANT =
            new Scenario("throttled tenant", 1_000, WORKERS, STEADY, SECOND, NEVER, LATENCY);

    /** The callee rejects one request of a thousand; this rejection says nothing about other requests. */
    static final Scenario ONE_OF_A_THOUSAND =
            new Scenario("one 429 of a thousand", CALLS, WORKERS, Limit.NONE, Duration.ZERO, 1_000, LATENCY);

    private static Scenario bulk(String title, Limit limit, Duration retryAfter) {
        return new Scenario(title, CALLS, WORKERS, limit, retryAfter, NEVER, LATENCY);
    }

    Scenario withTitle(String other) {
        return new Scenario(other, calls, workers, limit, retryAfter, rejectedOf, latency);
    }

    Scenario withLatency(Duration other) {
        return new Scenario(title, calls, workers, limit, retryAfter, rejectedOf, other);
    }

    Scenario withCalls(int other) {
        return new Scenario(title, other, workers, limit, retryAfter, rejectedOf, latency);
    }

    boolean hasHints() {
        return !retryAfter.isZero();
    }
}
