package io.backoff.engine;

import io.backoff.Internal;
import java.util.OptionalInt;

/**
 * The position of a retry: the attempts before it, and the maximum number of attempts, if known.
 *
 * @param previous attempts before this one
 * @param max maximum number of attempts; empty if unlimited or unknown
 */
@Internal
public record RetryInfo(int previous, OptionalInt max) {

    /**
     * {@return the position of a retry whose maximum is unknown}
     *
     * @param previous the number of previous attempts
     */
    public static RetryInfo after(int previous) {
        return new RetryInfo(previous, OptionalInt.empty());
    }
}
