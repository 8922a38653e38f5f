package io.backoff.policy;

import io.backoff.text.DurationText;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The limits of one call.
 *
 * @param maxAttempts maximum number of attempts, the first one included; 0 for unlimited
 * @param maxElapsed maximum duration of the whole call, the first attempt included; zero for none
 * @param attemptTimeout maximum duration of one asynchronous attempt; zero for none
 * @since 0.1.0
 */
public record Limits(int maxAttempts, Duration maxElapsed, Duration attemptTimeout) {

    /**
     * Checks the limits.
     *
     * @param maxAttempts maximum number of attempts, the first one included; 0 for unlimited
     * @param maxElapsed maximum duration of the whole call, the first attempt included; zero for none
     * @param attemptTimeout maximum duration of one asynchronous attempt; zero for none
     */
    public Limits {
        require(maxAttempts >= 0, "max-attempts", "0 (unlimited) or more", maxAttempts);
        require(!maxElapsed.isNegative(), "max-elapsed", "0 (none) or more", DurationText.of(maxElapsed));
        require(!attemptTimeout.isNegative(), "attempt-timeout", "0 (none) or more", DurationText.of(attemptTimeout));
    }

    /** {@return these limits with one attempt only} */
    public Limits once() {
        return new Limits(1, maxElapsed, attemptTimeout);
    }

    /** {@return whether attempts are unlimited} */
    public boolean unlimited() {
        return maxAttempts == 0;
    }

    /** {@return the maximum number of attempts; empty if unlimited} */
    public OptionalInt attempts() {
        return unlimited() ? OptionalInt.empty() : OptionalInt.of(maxAttempts);
    }

    /**
     * {@return whether the attempt with this number, from 1, is the last one permitted}
     *
     * @param attempt the attempt, from 1
     */
    public boolean isLast(int attempt) {
        return !unlimited() && attempt >= maxAttempts;
    }

    /**
     * {@return whether {@code max-elapsed} leaves time for an attempt after the delay, given the time elapsed so far}
     *
     * @param delay the delay before the attempt
     * @param elapsed the time since the call began
     */
    public boolean permits(Duration delay, Duration elapsed) {
        return maxElapsed.isZero() || delay.compareTo(maxElapsed.minus(elapsed)) <= 0;
    }

    /**
     * {@return the remaining time of {@code max-elapsed}, never negative; empty if unbounded}
     *
     * @param elapsed the time since the call began
     */
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
