package io.backoff.policy;

import io.backoff.text.DurationText;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

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
        require(!maxElapsed.isNegative(), "max-elapsed", "0 (none) or more", DurationText.of(maxElapsed));
        require(!attemptTimeout.isNegative(), "attempt-timeout", "0 (none) or more", DurationText.of(attemptTimeout));
    }

    /** One attempt, no retry. */
    public Limits once() {
        return new Limits(1, maxElapsed, attemptTimeout);
    }

    /** Whether attempts are unlimited. */
    public boolean unlimited() {
        return maxAttempts == 0;
    }

    /** The attempts that are permitted; empty when unlimited. */
    public OptionalInt attempts() {
        return unlimited() ? OptionalInt.empty() : OptionalInt.of(maxAttempts);
    }

    /** Whether the attempt with this number is the last one permitted; the first is 1. */
    public boolean isLast(int attempt) {
        return !unlimited() && attempt >= maxAttempts;
    }

    /** Whether an attempt may start after the delay, given the time elapsed so far. */
    public boolean permits(Duration delay, Duration elapsed) {
        return maxElapsed.isZero() || delay.compareTo(maxElapsed.minus(elapsed)) <= 0;
    }

    /** The time left of {@code max-elapsed}, never negative; empty if unbounded. */
    public Optional<Duration> remaining(Duration elapsed) {
        if (maxElapsed.isZero()) {
            return Optional.empty();
        }
        Duration left = maxElapsed.minus(elapsed);
        return Optional.of(left.isNegative() ? Duration.ZERO : left);
    }

    private static void require(boolean condition, String name, String rule, Object value) {
        if (!condition) {
            throw new IllegalArgumentException("'" + name + "' must be " + rule + " but was " + value);
        }
    }
}
