package io.backoff.engine;

import io.backoff.Internal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * That something is done once more, and what is known of it.
 *
 * @param previous attempts before this one
 * @param max attempts permitted in all; empty when unlimited or not known
 * @param remaining time left for further attempts; empty without a bound or when not known
 */
@Internal
public record RetryInfo(int previous, OptionalInt max, Optional<Duration> remaining) {

    /** Of which no more is known than how often it was done before. */
    public static RetryInfo after(int previous) {
        return new RetryInfo(previous, OptionalInt.empty(), Optional.empty());
    }
}
