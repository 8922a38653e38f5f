package io.backoff;

import java.time.Duration;

/**
 * Implemented by an exception that knows when a retry makes sense.
 *
 * <p>The delay is never shorter than that: it is the longer of the policy's delay and this one, which is extended at
 * random by up to {@code retry-after-spread} of itself. If it exceeds what is left of {@code max-elapsed}, the call
 * ends immediately instead of waiting in vain.
 */
public interface RetryAfter {

    /** Shortest time to wait before the next attempt; zero or less means none. */
    Duration retryAfter();
}
