package io.backoff.engine;

import io.backoff.Internal;
import java.util.OptionalInt;

/**
 * A retry: how many attempts precede it, and how many the call may make, if known.
 *
 * @param previous attempts before this one
 * @param max maximum number of attempts; empty if unlimited or unknown
 */
@Internal
public record RetryInfo(int previous, OptionalInt max) {

    /**
     * {@return a retry in a call whose maximum number of attempts is unknown}
     *
     * @param previous the number of previous attempts
     */
    public static RetryInfo after(int previous) {
        return new RetryInfo(previous, OptionalInt.empty());
    }
}
