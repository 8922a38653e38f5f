package io.backoff;

import java.time.Duration;

/**
 * Implemented by an exception that knows when a retry makes sense.
 *
 * <p>The hint is never undercut: the delay is the longer of the policy's own and the hint. When the hint reaches beyond
 * what is left of {@code max-elapsed}, the call ends now instead of waiting in vain.
 */
public interface RetryAfter {

    /** Shortest time to wait before the next attempt; zero or less means no hint. */
    Duration retryAfter();
}
