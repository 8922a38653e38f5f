package io.backoff.engine;

import io.backoff.Internal;
import java.util.OptionalInt;

/**
 * Describes a retry: the preceding attempts, and how many are permitted, as far as known.
 *
 * @param previous attempts before this one
 * @param max maximum number of attempts; empty if unlimited or unknown
 */
@Internal
public record RetryInfo(int previous, OptionalInt max) {

    /** A retry with a known number of previous attempts, and an unknown maximum. */
    public static RetryInfo after(int previous) {
        return new RetryInfo(previous, OptionalInt.empty());
    }
}
