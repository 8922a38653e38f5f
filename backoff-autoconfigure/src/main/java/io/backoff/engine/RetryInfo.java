package io.backoff.engine;

import io.backoff.Internal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Describes a retry: the preceding attempts and the remaining limits, as far as known.
 *
 * @param previous attempts before this one
 * @param max maximum number of attempts; empty if unlimited or unknown
 * @param remaining time left for further attempts; empty if unbounded or unknown
 */
@Internal
public record RetryInfo(int previous, OptionalInt max, Optional<Duration> remaining) {

    /** A retry with a known number of previous attempts, and unknown limits. */
    public static RetryInfo after(int previous) {
        return new RetryInfo(previous, OptionalInt.empty(), Optional.empty());
    }
}
