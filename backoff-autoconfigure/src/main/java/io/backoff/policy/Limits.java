package io.backoff.policy;

import java.time.Duration;

/**
 * The bounds of one call.
 *
 * @param maxAttempts attempts in all, the first one included; 0 means unlimited
 * @param maxElapsed bound on the whole call, the first attempt included; zero means none
 * @param attemptTimeout bound on one asynchronous attempt; zero means none
 */
public record Limits(int maxAttempts, Duration maxElapsed, Duration attemptTimeout) {

    /** Checks the ranges. */
    public Limits {
        require(maxAttempts >= 0, "max-attempts", "0 (unlimited) or more", maxAttempts);
        require(!maxElapsed.isNegative(), "max-elapsed", "0 (none) or more", maxElapsed);
        require(!attemptTimeout.isNegative(), "attempt-timeout", "0 (none) or more", attemptTimeout);
    }

    /** One attempt, no retry. */
    public Limits once() {
        return new Limits(1, maxElapsed, attemptTimeout);
    }

    /** Whether attempts are unlimited. */
    public boolean unlimited() {
        return maxAttempts == 0;
    }

    private static void require(boolean condition, String name, String rule, Object value) {
        if (!condition) {
            throw new IllegalArgumentException("'" + name + "' must be " + rule + " but was " + value);
        }
    }
}
